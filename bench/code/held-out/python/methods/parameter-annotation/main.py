from model import Invoice, Line
from printing import show, total_of

invoice = Invoice()
invoice.add(Line("chair", 2, 40))
show(invoice)
print(total_of(invoice))
