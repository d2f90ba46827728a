const BINARY: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '@': 'matmul',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'lshift',
  '>>': 'rshift',
}

/** Each with itself, with its reflection, and in place. */
const arithmetic = Object.entries(BINARY).flatMap(([operator, name]): [string, string[]][] => [
  [operator, [`__${name}__`]],
  [`reflected ${operator}`, [`__r${name}__`]],
  [`${operator}=`, [`__i${name}__`, `__${name}__`]],
])

/** The methods that operators and constructs run, by the names that `Semantics.implicit` gives them. */
export const IMPLICIT: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(arithmetic),
  'unary -': ['__neg__'],
  'unary +': ['__pos__'],
  'unary ~': ['__invert__'],
  not: ['__bool__', '__len__'],
  '==': ['__eq__'],
  '!=': ['__ne__', '__eq__'],
  '<': ['__lt__'],
  '<=': ['__le__'],
  '>': ['__gt__'],
  '>=': ['__ge__'],
  'reflected ==': ['__eq__'],
  'reflected !=': ['__ne__', '__eq__'],
  'reflected <': ['__gt__'],
  'reflected <=': ['__ge__'],
  'reflected >': ['__lt__'],
  'reflected >=': ['__le__'],
  // Of the right operand; `not in` too
  in: ['__contains__', '__iter__', '__getitem__'],
  'not in': ['__contains__', '__iter__', '__getitem__'],
  // A class that has only the asynchronous methods can only be looped over that way
  for: ['__iter__', '__aiter__', '__getitem__'],
  next: ['__next__', '__anext__'],
  with: ['__enter__'],
  exit: ['__exit__'],
  'async with': ['__aenter__'],
  'async exit': ['__aexit__'],
  await: ['__await__'],
  call: ['__call__'],
  // `Class[…]` runs the last one, on the class
  subscript: ['__getitem__', '__class_getitem__'],
  'set subscript': ['__setitem__'],
  'delete subscript': ['__delitem__'],
  get: ['__getattr__', '__getattribute__'],
  set: ['__setattr__'],
  'delete attribute': ['__delattr__'],
  template: ['__format__', '__str__', '__repr__'],
  truth: ['__bool__', '__len__'],
  new: ['__new__'],
  made: ['__post_init__'],
  subclass: ['__init_subclass__'],
  // Of what a class attribute holds, when it is read or set through an instance
  'descriptor get': ['__get__'],
  'descriptor set': ['__set__'],
}
