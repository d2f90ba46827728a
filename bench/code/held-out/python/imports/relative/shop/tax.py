RATES = {"DE": 0.19, "FR": 0.2}


def rate_for(country):
    return RATES.get(country, 0)


def with_tax(net, country):
    return net * (1 + rate_for(country))
