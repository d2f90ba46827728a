import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the scripted model says: text, or a call of one of the client's tools. */
export type Block = { type: 'text'; text: string } | { type: 'tool_use'; name: string; input: Record<string, unknown> }

/** One answer of the model, optionally with the token count to report for its request; or the HTTP status of an API error. */
export type Turn = readonly Block[] | { status: number } | { tokens: number; blocks: readonly Block[] }

/** A content block as the client sends it; only the fields that the lab reads. */
export interface SentBlock {
  type: string
  text?: string
  content?: string | readonly SentBlock[]
}

/** The body of a Messages API request; only the fields that the lab reads. */
export interface MessagesBody {
  model?: string
  stream?: boolean
  system?: string | readonly SentBlock[]
  tools?: readonly { name: string }[]
  messages?: readonly { role: string; content: string | readonly SentBlock[] }[]
}

/** `main`: the person's conversation. `agent`: a subagent's. `compaction`: asks for a summary. `side`: titles and other small requests. */
export type RequestKind = 'main' | 'agent' | 'compaction' | 'side' | 'other'

/**
 * One request that the client made, in order of arrival; `at` in milliseconds since the epoch; `began` and `ended`, when
 * its head arrived and when the whole answer was sent, by `performance.now()`.
 */
export interface ApiRequest {
  at: number
  began: number
  ended?: number
  kind: RequestKind
  path: string
  body: MessagesBody
}

/** The scripted model's answer to a request for compaction; the client requires the tags. */
export const summary = '<analysis>Short.</analysis>\n<summary>The work so far, in short.</summary>'

/** A running scripted Messages API on loopback. */
export interface MockApi {
  url: string
  requests: ApiRequest[]
  /** Adds turns for the main conversation; they are played in order. */
  play(...turns: Turn[]): void
  close(): Promise<void>
}

/** Starts a Messages API that plays the turns, records every request and answers 'Done.' when the script is over. */
export async function startMockApi(turns: readonly Turn[] = [], agentTurns: readonly Turn[] = []): Promise<MockApi> {
  const scripts = { main: [...turns], agent: [...agentTurns] }
  const requests: ApiRequest[] = []
  const server = createServer(async (req, res) => {
    const request = await received(req)
    requests.push(request)
    res.once('finish', () => {
      request.ended = performance.now()
    })
    if (request.kind === 'other')
      return sendJson(res, request.path.includes('count_tokens') ? { input_tokens: 1000 } : {})
    const turn = nextTurn(request.kind, scripts)
    if ('status' in turn)
      sendJson(res, { type: 'error', error: { type: 'api_error', message: 'scripted' } }, turn.status)
    else if ('tokens' in turn) send(res, request.body, turn.blocks, turn.tokens)
    else send(res, request.body, turn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (...more) => void scripts.main.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function received(req: IncomingMessage): Promise<ApiRequest> {
  const began = performance.now()
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const body = parsed(Buffer.concat(chunks).toString('utf8'))
  const path = req.url ?? '/'
  return { at: Date.now(), began, kind: kindOf(path, body), path, body }
}

function parsed(text: string): MessagesBody {
  try {
    return JSON.parse(text) as MessagesBody
  } catch {
    return {}
  }
}

function kindOf(path: string, body: MessagesBody): RequestKind {
  if (!path.startsWith('/v1/messages') || path.includes('count_tokens')) return 'other'
  const tools = body.tools?.map((tool) => tool.name) ?? []
  if (!tools.includes('Bash')) return 'side'
  if (JSON.stringify(body.messages?.at(-1) ?? '').includes('followed by a <summary> block')) return 'compaction'
  if (JSON.stringify(body.system ?? '').includes('cc_is_subagent=true')) return 'agent'
  // A member of a team runs like a conversation of its own
  return JSON.stringify(body.messages?.[0] ?? '').includes('<teammate-message ') ? 'agent' : 'main'
}

function nextTurn(kind: RequestKind, scripts: { main: Turn[]; agent: Turn[] }): Turn {
  if (kind === 'compaction') return [{ type: 'text', text: summary }]
  const script = kind === 'main' || kind === 'agent' ? scripts[kind] : []
  return script.shift() ?? [{ type: 'text', text: 'Done.' }]
}

function send(res: ServerResponse, body: MessagesBody, blocks: readonly Block[], tokens = 10): void {
  const id = `msg_${randomUUID().replaceAll('-', '')}`
  const content = blocks.map((block, index) =>
    block.type === 'text' ? block : { ...block, id: `toolu_${id.slice(4)}${index}` },
  )
  const ending = {
    stop_reason: blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
  }
  const usage = { input_tokens: tokens, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = { id, type: 'message', role: 'assistant', model: body.model, content, usage, ...ending }
  if (body.stream) stream(res, message)
  else sendJson(res, message)
}

interface Message {
  content: readonly (Block & { id?: string })[]
  stop_reason: string
  usage: object
}

function stream(res: ServerResponse, message: Message): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (type: string, data: object = {}): void => {
    res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
  event('message_start', { message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of message.content.entries()) {
    const [empty, delta] =
      block.type === 'text'
        ? [
            { ...block, text: '' },
            { type: 'text_delta', text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          ]
    event('content_block_start', { index, content_block: empty })
    event('content_block_delta', { index, delta })
    event('content_block_stop', { index })
  }
  event('message_delta', { delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage })
  event('message_stop')
  res.end()
}

function sendJson(res: ServerResponse, value: object, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(value))
}
