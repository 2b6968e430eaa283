"""The store: what an audit found, deal by deal, in tables that can be asked; and what is asked of them by ``stats``.

``place`` understands where a store is, ``schema`` has its tables, ``database`` opens one. ``rows`` makes rows of a batch's stream,
``record`` and ``restore`` make items of rows again. ``writer.Store`` joins them to a batch: it tells what is known of a log
already, and takes down what passes by. ``columnar`` keeps the tables as Parquet, ``figures`` and ``standings`` count.

The rows of a log are written in one transaction, or not at all; a log is at one place (its path, made absolute) and has one set of
rows there, whoever writes. They are what the audit found before anything was selected, regraded or accepted for a report. Rows
stay as they are where content, rulesets, version, and whether alternatives were asked for are the same.
"""
