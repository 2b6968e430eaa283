"""Many logs: paths become tasks, tasks are run here or elsewhere, and what they come to is one stream in the order of the paths.

``expand`` makes tasks of paths, one by one; a ``Runner`` (``stream.Here``, ``pool.Pool``, ``cluster.Cluster``) runs them;
``stream.Batch`` is the stream: items that renderers read (``items.StreamItem``), and some for whoever runs it (``FileEnds``,
``Aside``). Nothing is printed here, and no format is known; ``Settings.reads`` says how much of the deals is wanted, and
``Settings.write`` makes text of those that nothing is found in, where they are audited.

There are three places where other parts join:

* What is known already (a store). ``Batch(tasks, runner, known)`` asks ``known(task)`` before a task is handed out: it returns the
  items that stand in its place, at least ``FileBegins``, or ``None`` if the task must be run. ``run.digest_of(task, settings)`` is
  the digest of a log's content, whatever it is packed in; ``MatchReport.digest`` is that of the ruleset of a match. Which ruleset
  that is hangs on the tags, so on the content: ``choose.chooser(reference)({"Ruleset": ...}).digest`` tells whether it is still the
  same. With ``Settings(digest=True)`` each log that was audited to its end is followed by ``FileEnds`` with the digest of its
  content; one that was not, by ``Unusable``. A task may be an archive from a pipe, with several logs, each with marks of its own.
* Other machines (a cluster). ``run.run(task, settings)`` is all of the work, and ``pack.result_of(task, settings)`` the same as
  bytes; both take values that can be pickled and need nothing else. ``pack.items_of(data, settings)`` are the items again. What
  runs tasks somewhere else is a ``task.Runner``: ``results(jobs)`` takes jobs as they are needed and yields each with its items in
  the order of the jobs; what is ``Ready`` has its items already, and a task for which ``task.is_here`` holds is run in this process
  when its turn comes. ``close`` ends all at once. A task that ends its worker time and again becomes ``FileBegins`` and
  ``Unusable``.
* Other places (remote files). A path with a scheme (``task.has_scheme``) is expanded and opened by ``Settings.opener``, a
  ``task.Opener``: it travels along with the settings, so it must be picklable, hashable and equal to its copies, as a frozen
  dataclass is. Its tasks carry the whole path; ``size`` 0 means that it is not known.
"""
