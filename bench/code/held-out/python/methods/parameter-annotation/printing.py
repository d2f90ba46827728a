from model import Invoice, Line


def show(invoice: Invoice) -> None:
    for line in invoice.lines:
        show_line(line)


def show_line(line: Line) -> None:
    print(line.name, line.amount())


def total_of(invoice: Invoice) -> int:
    return invoice.total()
