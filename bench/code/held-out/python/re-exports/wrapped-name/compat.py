import impl

# The names that older callers use
loads = impl.safe_loads
dumps = impl.tidy_dumps
text_type = impl.Text
