/** What somebody who searches for a pattern seems to want. */
export interface PatternLook {
  /** A construct of a language, a text as it stands, or a question in words. */
  readonly queryType: 'structural' | 'literal' | 'semantic'
  /** The name that it is about; null if it has none. */
  readonly target: string | null
  readonly targetType: 'function' | 'class' | 'variable' | 'import' | 'decorator' | 'unknown'
}

/** Guesses what a pattern is about from its form alone. */
export function lookOf(pattern: string): PatternLook {
  const text = pattern.trim()
  for (const [form, targetType] of CONSTRUCTS) {
    const [, target] = form.exec(text) ?? []
    if (target !== undefined) return { queryType: 'structural', target, targetType }
  }
  const words = text.split(/\s+/)
  const isQuestion = /\?$/.test(text) || QUESTION.test(text) || words.length > 2
  const names = text.match(/[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu) ?? []
  const target = (isQuestion ? names.find(looksLikeCode) : names.find((name) => name.length > 2)) ?? null
  return {
    queryType: isQuestion && !/[\\[\]/]/.test(text) ? 'semantic' : 'literal',
    target,
    targetType: target === null ? 'unknown' : typeOf(target),
  }
}

const NAME = String.raw`([\p{L}_$][\p{L}\p{N}_$.]*)`
const CONSTRUCTS: readonly (readonly [RegExp, PatternLook['targetType']])[] = [
  [new RegExp(`^(?:export +)?(?:default +)?(?:abstract +)?(?:class|interface|type|enum) +${NAME}`, 'u'), 'class'],
  [new RegExp(`^(?:export +)?(?:async +)?(?:function\\*?|def) +${NAME}`, 'u'), 'function'],
  [new RegExp(`^(?:export +)?(?:const|let|var) +${NAME}`, 'u'), 'variable'],
  [new RegExp(`^(?:import|from) +${NAME}`, 'u'), 'import'],
  [/^require\(\s*['"]([^'"]+)/u, 'import'],
  [new RegExp(`^@${NAME}`, 'u'), 'decorator'],
  [new RegExp(`^(?:await +|new +)?${NAME}\\\\?\\(.*\\)?$`, 'u'), 'function'],
]

const QUESTION = /^(?:how|what|where|why|when|which|who|find|show|list|explain|get all)\b/i

/** camelCase, snake_case, PascalCase or dotted: no word of a sentence. */
const looksLikeCode = (word: string): boolean => /[\p{Ll}\p{N}]\p{Lu}|_|\.|^\p{Lu}{2,}$/u.test(word)

function typeOf(name: string): PatternLook['targetType'] {
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (/^\p{Lu}[\p{Lu}\p{N}_]+$/u.test(last)) return 'variable'
  if (/^\p{Lu}/u.test(last)) return 'class'
  return VERB.test(last) ? 'function' : 'unknown'
}

/** What names of functions begin with. */
const VERB =
  /^_*(?:add|apply|build|call|check|clean|close|compute|convert|copy|count|create|decode|delete|do|draw|emit|encode|ensure|exec|execute|fetch|filter|find|format|from|generate|get|handle|has|init|insert|is|join|list|load|log|make|map|merge|move|normali[sz]e|on|open|parse|play|print|process|push|put|query|read|receive|register|remove|render|replace|reset|resolve|run|save|search|send|set|should|show|sort|split|start|stop|store|sync|test|to|transform|update|use|validate|verify|wait|walk|with|write)(?:_|\p{Lu}|$)/u
