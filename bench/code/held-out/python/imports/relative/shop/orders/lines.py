def subtotal(lines):
    return sum(price for _, price in lines)
