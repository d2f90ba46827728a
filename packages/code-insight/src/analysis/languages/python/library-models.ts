import type { Model, ModelValue } from '../../semantics.ts'
import {
  arg,
  either,
  elements,
  IDENTITY,
  item,
  list,
  modelsFor,
  NOTHING,
  RECEIVER,
  RETURNED,
  rest,
  tuple,
  values,
} from './model-terms.ts'

const THREAD = ['group', 'target', 'name', 'args', 'kwargs']
const TIMER = ['interval', 'function', 'args', 'kwargs']
const spread = (of: ModelValue): ModelValue => ({ from: 'spread', of })
const member = (of: ModelValue, name: string): ModelValue => ({ from: 'member', of, name })
const awaited = (of: ModelValue): ModelValue => ({ from: 'awaited', of })

const FUNCTOOLS: readonly Model[] = [
  ...modelsFor('functools.reduce reduce', {
    calls: { fn: 0, args: [either(RETURNED, arg(2), elements(arg(1))), elements(arg(1))] },
    iterates: [arg(1)],
    gives: [RETURNED, arg(2), elements(arg(1))],
  }),
  ...modelsFor('functools.partial functools.partialmethod types.MethodType', { gives: [{ from: 'partial' }] }),
  { of: 'functools.wraps', gives: [IDENTITY] },
  { of: 'functools.update_wrapper', gives: [arg(0)] },
  ...modelsFor('functools.lru_cache functools.cache functools.total_ordering', { gives: [arg(0), IDENTITY] }),
  ...modelsFor('functools.singledispatch functools.singledispatchmethod', { gives: [arg(0)] }),
  // `@f.register` and `@f.register(int)`
  { of: '.register', alternatives: [arg(0), arg(1)], gives: [arg(0), arg(1), { from: 'again' }] },
  { of: 'functools.cmp_to_key', calls: { fn: 0, args: [] } },
  { of: 'functools.cached_property', gives: [{ from: 'accessor', get: arg(0) }] },
]

const ITERTOOLS: readonly Model[] = [
  { of: 'itertools.chain', iterates: [rest(0)], gives: [list(elements(rest(0)))] },
  { of: 'itertools.chain.from_iterable', iterates: [arg(0)], gives: [list(elements(elements(arg(0))))] },
  ...modelsFor('itertools.cycle itertools.islice', { iterates: [arg(0)], gives: [list(elements(arg(0)))] }),
  { of: 'itertools.repeat', gives: [list(arg(0))] },
  { of: 'itertools.tee', iterates: [arg(0)], gives: [list(list(elements(arg(0))))] },
  ...modelsFor('itertools.takewhile itertools.dropwhile itertools.filterfalse', {
    calls: { fn: 0, args: [elements(arg(1))] },
    iterates: [arg(1)],
    gives: [list(elements(arg(1)))],
  }),
  {
    of: 'itertools.starmap',
    calls: { fn: 0, args: [spread(elements(arg(1)))] },
    iterates: [arg(1)],
    gives: [list(RETURNED)],
  },
  {
    of: 'itertools.accumulate',
    parameters: ['iterable', 'func'],
    calls: { fn: 'func', args: [either(RETURNED, elements(arg(0))), elements(arg(0))] },
    iterates: [arg(0)],
    gives: [list(RETURNED, elements(arg(0)))],
  },
  {
    of: 'itertools.groupby',
    parameters: ['iterable', 'key'],
    calls: { fn: 'key', args: [elements(arg(0))] },
    iterates: [arg(0)],
    gives: [list(tuple(RETURNED, list(elements(arg(0)))))],
  },
  ...modelsFor('itertools.product itertools.zip_longest', {
    iterates: [rest(0)],
    gives: [list(tuple(elements(arg(0)), elements(arg(1)), elements(arg(2)), elements(arg(3))))],
  }),
  ...modelsFor(
    'itertools.permutations itertools.combinations itertools.combinations_with_replacement itertools.pairwise itertools.batched',
    { iterates: [arg(0)], gives: [list(list(elements(arg(0))))] },
  ),
]

const COLLECTIONS: readonly Model[] = [
  { of: 'collections.deque', iterates: [arg(0)], gives: [list(elements(arg(0)))] },
  {
    of: 'collections.defaultdict',
    calls: { fn: 0, args: [] },
    gives: [{ from: 'map', of: [RETURNED, values(arg(1)), values({ from: 'keywords' })] }],
  },
  {
    of: 'collections.OrderedDict',
    gives: [arg(0), { from: 'keywords' }, { from: 'map', of: [item(elements(arg(0)), NOTHING)] }],
  },
  { of: 'collections.ChainMap', gives: [rest(0)] },
  { of: 'collections.Counter', iterates: [arg(0)], gives: [{ from: 'map', of: [], keys: [elements(arg(0))] }] },
  ...modelsFor('heapq.heappush bisect.insort bisect.insort_left bisect.insort_right', { puts: [arg(1)], into: arg(0) }),
  { of: 'heapq.heappop', gives: [values(arg(0))] },
  ...modelsFor('heapq.heappushpop heapq.heapreplace', {
    puts: [arg(1)],
    into: arg(0),
    gives: [values(arg(0)), arg(1)],
  }),
  ...modelsFor('heapq.nlargest heapq.nsmallest', {
    calls: { fn: 'key', args: [elements(arg(1))] },
    iterates: [arg(1)],
    gives: [list(elements(arg(1)))],
  }),
  { of: 'heapq.merge', calls: { fn: 'key', args: [elements(rest(0))] }, gives: [list(elements(rest(0)))] },
  ...modelsFor(
    'queue.Queue queue.LifoQueue queue.PriorityQueue queue.SimpleQueue asyncio.Queue multiprocessing.Queue',
    {
      gives: [list()],
    },
  ),
  ...modelsFor('.put .put_nowait', { puts: [arg(0)] }),
  { of: '.get_nowait', gives: [values(RECEIVER)] },
]

const THREADS: readonly Model[] = [
  ...modelsFor('threading.Thread multiprocessing.Process multiprocessing.context.Process', {
    parameters: THREAD,
    calls: { fn: 'target', args: [spread(arg('args'))] },
  }),
  { of: 'threading.Timer', parameters: TIMER, calls: { fn: 'function', args: [spread(arg('args'))] } },
  ...modelsFor('_thread.start_new_thread thread.start_new_thread', { calls: { fn: 0, args: [spread(arg(1))] } }),
  // Of a thread or a process that is a class of the project
  { of: '.start', runs: { on: RECEIVER, methods: ['run'] } },
  { of: '.submit', calls: { fn: 0, args: [rest(1)] }, gives: [list(RETURNED)] },
  { of: '.result', gives: [values(RECEIVER), awaited(RECEIVER)] },
  { of: '.add_done_callback', calls: { fn: 0, args: [RECEIVER] } },
  ...modelsFor('concurrent.futures.as_completed asyncio.as_completed', { iterates: [arg(0)], gives: [arg(0)] }),
  ...modelsFor('.map .imap .imap_unordered .map_async', {
    calls: { fn: 0, args: [elements(either(arg(1), RECEIVER))] },
    iterates: [rest(1)],
    gives: [list(RETURNED)],
  }),
  ...modelsFor('.starmap .starmap_async', {
    calls: { fn: 0, args: [spread(elements(arg(1)))] },
    gives: [list(RETURNED)],
  }),
  { of: '.apply_async', calls: { fn: 0, args: [spread(arg(1))] }, gives: [list(RETURNED)] },
  { of: '.apply', calls: { fn: 0, args: [elements(RECEIVER)] }, gives: [RETURNED, list(RETURNED)] },
  ...modelsFor('atexit.register .callback', { calls: { fn: 0, args: [rest(1)] }, gives: [arg(0)] }),
  { of: 'signal.signal', parameters: ['signalnum', 'handler'], calls: { fn: 'handler', args: [] } },
]

const ASYNC: readonly Model[] = [
  ...modelsFor('asyncio.run .run_until_complete anyio.run trio.run', { gives: [awaited(arg(0))] }),
  ...modelsFor('anyio.run trio.run asyncio.to_thread', { calls: { fn: 0, args: [rest(1)] }, gives: [RETURNED] }),
  ...modelsFor('asyncio.create_task asyncio.ensure_future asyncio.shield asyncio.wait_for .create_task', {
    gives: [arg(0)],
  }),
  { of: 'asyncio.gather', gives: [list(awaited(rest(0)))] },
  { of: 'asyncio.wait', gives: [tuple(arg(0), arg(0))] },
  { of: '.run_in_executor', calls: { fn: 1, args: [rest(2)] }, gives: [RETURNED] },
  ...modelsFor('.call_soon .call_soon_threadsafe', { calls: { fn: 0, args: [rest(1)] } }),
  ...modelsFor('.call_later .call_at .add_signal_handler .add_reader .add_writer', {
    calls: { fn: 1, args: [rest(2)] },
  }),
  { of: '.start_soon', calls: { fn: 0, args: [rest(1)] } },
]

const OBJECTS: readonly Model[] = [
  ...modelsFor('contextlib.contextmanager contextlib.asynccontextmanager', { gives: [arg(0)] }),
  ...modelsFor('contextlib.closing contextlib.nullcontext contextlib.aclosing', { gives: [list(arg(0))] }),
  { of: 'contextlib.closing', calls: { fn: member(arg(0), 'close'), args: [] } },
  { of: 'contextlib.aclosing', calls: { fn: member(arg(0), 'aclose'), args: [] } },
  { of: '.enter_context', runs: { on: arg(0), methods: ['__enter__'] }, gives: [RETURNED, elements(arg(0))] },
  { of: '.enter_context', runs: { on: arg(0), methods: ['__exit__'] } },
  { of: '.enter_async_context', runs: { on: arg(0), methods: ['__aexit__'] } },
  { of: '.enter_async_context', runs: { on: arg(0), methods: ['__aenter__'] }, gives: [RETURNED, elements(arg(0))] },
  { of: 'dataclasses.dataclass', gives: [arg(0), IDENTITY] },
  { of: 'dataclasses.field', calls: { fn: 'default_factory', args: [] }, gives: [RETURNED, arg('default')] },
  ...['__init__', '__post_init__'].flatMap((method) =>
    modelsFor('dataclasses.replace copy.replace', { runs: { on: arg(0), methods: [method] } }),
  ),
  ...modelsFor('dataclasses.replace copy.replace weakref.proxy importlib.reload', { gives: [arg(0)] }),
  { of: 'copy.copy', runs: { on: arg(0), methods: ['__copy__'] }, gives: [arg(0)] },
  { of: 'copy.deepcopy', runs: { on: arg(0), methods: ['__deepcopy__'] }, gives: [arg(0)] },
  ...modelsFor('weakref.ref weakref.WeakMethod', { gives: [{ from: 'supplier', of: arg(0) }] }),
  { of: 'weakref.finalize', calls: { fn: 1, args: [rest(2)] } },
  ...modelsFor('weakref.WeakValueDictionary weakref.WeakKeyDictionary', {
    gives: [{ from: 'map', of: [values(arg(0))] }],
  }),
  { of: 'weakref.WeakSet', gives: [list(elements(arg(0)))] },
  { of: 'typing.TypeVar', gives: [arg('bound'), rest(1)] },
  { of: 'typing.NewType', gives: [IDENTITY] },
  ...modelsFor('typing.final typing.override typing.runtime_checkable typing.no_type_check typing.overload', {
    gives: [arg(0)],
  }),
  ...modelsFor('abc.abstractmethod enum.unique', { gives: [arg(0)] }),
  { of: 'operator.call', calls: { fn: 0, args: [rest(1)] }, gives: [RETURNED] },
]

const TEXT: readonly Model[] = [
  ...modelsFor('re.sub re.subn', { parameters: ['pattern', 'repl', 'string'], calls: { fn: 'repl', args: [] } }),
  { of: '.sub', parameters: ['repl', 'string'], calls: { fn: 'repl', args: [] } },
  ...modelsFor('json.dump json.dumps', { calls: { fn: 'default', args: [] } }),
  ...modelsFor('json.dump json.dumps', { runs: { on: { from: 'instance', of: arg('cls') }, methods: ['default'] } }),
  ...modelsFor('json.load json.loads', { calls: { fn: 'object_hook', args: [] }, gives: [RETURNED] }),
  ...modelsFor('json.load json.loads', { calls: { fn: 'object_pairs_hook', args: [] }, gives: [RETURNED] }),
  // A parser's handlers are methods of a class that derives from it
  ...['handle_starttag', 'handle_endtag', 'handle_data', 'handle_comment'].map((method) => ({
    of: '.feed',
    runs: { on: RECEIVER, methods: [method] },
  })),
]

const TESTS: readonly Model[] = [
  ...modelsFor('.assertRaises .assertWarns pytest.raises pytest.warns', { calls: { fn: 1, args: [rest(2)] } }),
  { of: '.assertRaisesRegex', calls: { fn: 2, args: [rest(3)] } },
  ...modelsFor('.addCleanup .addModuleCleanup .addClassCleanup', { calls: { fn: 0, args: [rest(1)] } }),
  ...modelsFor('timeit.timeit timeit.repeat', { calls: { fn: 0, args: [] } }),
  ...modelsFor('.assertEqual .assertEquals', { runs: { on: arg(0), methods: ['__eq__'] } }),
]

/** What the standard library does with the functions and objects that it gets. */
export const LIBRARY_MODELS: readonly Model[] = [
  ...FUNCTOOLS,
  ...ITERTOOLS,
  ...COLLECTIONS,
  ...THREADS,
  ...ASYNC,
  ...OBJECTS,
  ...TEXT,
  ...TESTS,
]
