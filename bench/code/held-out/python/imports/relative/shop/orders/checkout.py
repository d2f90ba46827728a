from .. import tax
from ..tax import rate_for
from . import lines as order_lines
from .lines import subtotal


def pay(lines, country):
    net = subtotal(lines)
    assert net == order_lines.subtotal(lines)
    gross = tax.with_tax(net, country)
    return round(gross, 2), rate_for(country)
