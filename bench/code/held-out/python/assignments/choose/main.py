import sys


def to_json(rows):
    import json

    return json.dumps(rows)


def to_csv(rows):
    return "\n".join(",".join(map(str, row)) for row in rows)


def to_text(rows):
    return "\n".join(repr(row) for row in rows)


def export(rows, kind):
    if kind == "json":
        write = to_json
    elif kind == "csv":
        write = to_csv
    else:
        write = to_text
    return write(rows)


def quick(rows, pretty):
    writer = to_text if pretty else to_csv
    return writer(rows)


if __name__ == "__main__":
    data = [(1, 2), (3, 4)]
    for kind in ("json", "csv", "text"):
        print(export(data, kind))
    print(quick(data, "-p" in sys.argv))
