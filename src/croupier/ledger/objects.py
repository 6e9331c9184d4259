"""Is there in the database what this program made, all of it and nothing else? A trigger changes what is written, a policy hides rows
from whoever reads them, a key that is gone lets something be posted twice: no row shows any of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import CheckConstraint, Connection, Float, ForeignKeyConstraint, Table, UniqueConstraint, inspect
from sqlalchemy.schema import CreateIndex, CreateTable

from croupier.ledger import schema

_FOREIGN = {
    "trigger": "SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace",
    "rule": "SELECT rulename FROM pg_rules WHERE schemaname = current_schema()",
    "function": "SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace",
    "policy": "SELECT policyname FROM pg_policies WHERE schemaname = current_schema()",
    "table with policies": "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity",
    "type": "SELECT typname FROM pg_type WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('d', 'e', 'm', 'r')",
}
"""What this program makes nothing of, on PostgreSQL."""
_RELATIONS = "SELECT relkind, relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
_KINDS = {
    "r": "table",
    "v": "view",
    "m": "materialized view",
    "S": "sequence",
    "i": "index",
    "c": "type",
    "f": "table",
    "p": "table",
}


def strange(connection: Connection, *, sqlite: bool) -> Iterator[str]:
    """What is there and is not this program's, or was changed; what is missing."""
    yield from _on_sqlite(connection) if sqlite else _on_postgresql(connection)


def _on_sqlite(connection: Connection) -> Iterator[str]:
    made: dict[tuple[str, str], CreateTable | CreateIndex] = {
        **{("table", name): CreateTable(table) for name, table in schema.metadata.tables.items()},
        **{("index", str(index.name)): CreateIndex(index) for index in _indices()},
    }
    wanted = {key: " ".join(str(create.compile(connection)).split()) for key, create in made.items()}
    only_sought, found = {str(index.name) for index in _indices() if not index.unique}, set()
    for kind, name, about, text in connection.exec_driver_sql("SELECT type, name, tbl_name, sql FROM sqlite_master"):
        found.add((kind, name))
        if kind == "index" and about in schema.metadata.tables and (text is None or name in only_sought):
            continue  # of a key; or it changes nothing but the speed
        if " ".join(str(text).split()) != wanted.get((kind, name)):
            yield _holds(kind, name)
    yield from (_lacks(kind, name) for kind, name in sorted(wanted.keys() - found))


def _on_postgresql(connection: Connection) -> Iterator[str]:
    for what, query in _FOREIGN.items():
        yield from (_holds(what, name) for name in sorted(connection.exec_driver_sql(query).scalars()))
    tables, looked = schema.metadata.tables, inspect(connection)
    keys = {f"{table.name}_pkey" for table in tables.values()}
    keys |= {str(told["name"]) for found in looked.get_multi_unique_constraints().values() for told in found}
    ours = {*(("table", name) for name in tables), *(("index", str(index.name)) for index in _indices())}
    ours |= {*(("index", name) for name in keys), *(("sequence", f"{table.name}_id_seq") for table in tables.values())}
    there = {(_KINDS.get(kind, kind), name) for kind, name in connection.exec_driver_sql(_RELATIONS)}
    yield from (_holds(kind, name) for kind, name in sorted(there - ours))
    yield from (_lacks(kind, name) for kind, name in sorted(ours - there) if kind != "sequence")
    for told in (_columns, _keys, _references, _checks, _unique):
        for name, table in tables.items():
            wanted, found = told(table), told(table, looked)
            yield from (f"the database has another {what} of {name} than this program's" for what in sorted(wanted ^ found))


def _holds(kind: str, name: str) -> str:
    return f"the database holds a {kind} {name}, which is not this program's, or was changed"


def _lacks(kind: str, name: str) -> str:
    return f"the database lacks the {kind} {name}, which this program made"


def _indices() -> Iterator[Any]:
    return (index for table in schema.metadata.tables.values() for index in table.indexes)


# What stands in the catalogue of PostgreSQL of a table, in words, beside what the schema has


def _columns(table: Table, looked: Any = None) -> set[str]:
    if looked is None:
        return {
            _column(
                column.name, _type(column.type), nullable=bool(column.nullable), numbered=column is table.autoincrement_column
            )
            for column in table.c
        }
    return {
        _column(
            told["name"],
            str(told["type"]),
            nullable=told["nullable"],
            numbered=str(told["default"]).startswith("nextval(") or told["default"],
        )
        for told in looked.get_columns(table.name)
    }


def _column(name: str, kind: str, *, nullable: bool, numbered: object) -> str:
    given = "" if not numbered else " numbered" if numbered is True else f" by default {numbered}"
    return f"column {name} ({kind}{'' if nullable else ' not null'}{given})"


def _type(kind: Any) -> str:
    from sqlalchemy.dialects import postgresql

    return "DOUBLE PRECISION" if isinstance(kind, Float) else str(kind.compile(postgresql.dialect()))  # type: ignore[no-untyped-call]


def _keys(table: Table, looked: Any = None) -> set[str]:
    names = table.primary_key.columns.keys() if looked is None else looked.get_pk_constraint(table.name)["constrained_columns"]
    return {_named("key", names)}


def _references(table: Table, looked: Any = None) -> set[str]:
    if looked is not None:
        return {
            _named(f"reference to {told['referred_table']}", told["constrained_columns"])
            for told in looked.get_foreign_keys(table.name)
        }
    made = (made for made in table.constraints if isinstance(made, ForeignKeyConstraint))
    return {_named(f"reference to {made.referred_table.name}", made.column_keys) for made in made}


def _unique(table: Table, looked: Any = None) -> set[str]:
    """Rules by which no two rows are alike, whether they are made as such or as an index."""
    if looked is None:
        made = [made.columns.keys() for made in table.constraints if isinstance(made, UniqueConstraint)]
        made += [index.columns.keys() for index in table.indexes if index.unique]
    else:
        made = [told["column_names"] for told in looked.get_indexes(table.name) if told["unique"]]
    return {_named("rule that none is there twice", names) for names in made}


def _checks(table: Table, looked: Any = None) -> set[str]:
    """How many conditions a row must meet; in what words PostgreSQL keeps them is its own."""
    if looked is None:
        made = {*table.constraints, *(made for column in table.c for made in column.constraints)}
        count = sum(isinstance(one, CheckConstraint) for one in made)
    else:
        count = len(looked.get_check_constraints(table.name))
    return {f"number of conditions ({count})"}


def _named(what: str, names: Iterable[str]) -> str:
    return f"{what} ({', '.join(names)})"
