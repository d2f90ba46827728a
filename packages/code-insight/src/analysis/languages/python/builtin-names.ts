const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Free names of every module: the builtins of Python 3 and 2. */
export const BUILTINS: ReadonlySet<string> = words(`
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
  BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
  ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception
  ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError
  ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
  KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented
  NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
  PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StandardError
  StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True
  TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
  UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __annotations__ __build_class__
  __builtins__ __class__ __debug__ __doc__ __file__ __import__ __loader__ __name__ __package__ __path__ __spec__ abs
  aiter all anext any apply ascii basestring bin bool breakpoint buffer bytearray bytes callable chr classmethod cmp
  coerce compile complex delattr dict dir divmod enumerate eval exec execfile exit file filter float format
  frozenset getattr globals hasattr hash help hex id input int intern isinstance issubclass iter len list locals
  long map max memoryview min next object oct open ord pow print property quit range raw_input reduce reload repr
  reversed round set setattr slice sorted staticmethod str sum super tuple type unichr unicode vars xrange zip
`)

/** Methods of strings, collections, numbers, files, matches and generators. */
export const BUILTIN_METHODS: ReadonlySet<string> = words(`
  aclose add add_note append appendleft as_integer_ratio asend athrow bit_count bit_length capitalize casefold
  center clear close conjugate copy count decode difference difference_update discard encode end endswith expand
  expandtabs extend extendleft fileno find findall finditer flush format format_map from_bytes fromhex fromkeys
  fullmatch get getbuffer getvalue group groupdict groups hex index insert intersection intersection_update
  is_integer isalnum isalpha isascii isatty isdecimal isdigit isdisjoint isidentifier islower isnumeric isprintable
  isspace issubset issuperset istitle isupper items join keys ljust lower lstrip maketrans match most_common
  move_to_end partition pop popitem popleft read read1 readable readinto readinto1 readline readlines remove
  removeprefix removesuffix replace reverse rfind rindex rjust rotate rpartition rsplit rstrip search seek seekable
  send setdefault sort span split splitlines startswith strip sub subn subtract swapcase symmetric_difference
  symmetric_difference_update tell throw title to_bytes translate truncate union update upper values with_traceback
  writable write writelines zfill
`)
