from shop.orders.checkout import pay

print(pay([("tea", 3.5), ("mug", 9.0)], country="DE"))
