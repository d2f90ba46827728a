import type { Conventions } from '../../conventions.ts'
import { scriptLines } from './code-lines.ts'
import { npmPublished } from './published.ts'

/** What the text of JavaScript and TypeScript says besides their syntax. */
export const conventions: Conventions = {
  codeLines: scriptLines,
  lists: [
    { begins: /^\s*(?:import|export)\s+(?:type\s+)?\{/, ends: /\}/ },
    { begins: /^\s*(?:const|let|var)\s*\{(?=[^{}]*\}\s*=\s*require\()/, ends: /\}/ },
    { begins: /^(?:exports\s*=\s*)?(?:module\.)?exports\s*=\s*\{/, ends: /\}/, isSingle: true },
  ],
  reflected: /\bObject\.(?:keys|values|entries|assign)\((?:\{\},\s*)?(?<of>[\w$]+)\)/g,
  loads:
    /\b(?:require|import)\s*\(\s*(?=[\w$`'"])(?!['"][^'"]*['"]\s*[,)]|`[^`$]*`)|\b(?:require\.context|import\.meta\.glob)\(/,
  reflects:
    /\bthis\[(?!\d)|\b(?:Object\.(?:keys|values|entries|getOwnPropertyNames)|Reflect\.ownKeys)\((?:this|\w+\.prototype|exports|module\.exports)\b|\beval\(|\bnew Function\(|\bexports\[|\bfor\s*\((?:const|let|var)?\s*\w+ in (?:this|exports|module\.exports)\b/,
  reflectsLocals: /\beval\(|\bnew Function\(/,
  privateName: /^#|^_(?!_)/,
  calledByLanguage: /(?:^|\.)(?:\[|(?:constructor|toString|toJSON|valueOf|then|render)$)/,
  frameworkFiles: [
    { path: /(^|\/)pages\/.+\.[jt]sx?$/, name: /^(default|[A-Z]\w*|handler|get(Server|Static)(Side)?(Props|Paths))$/ },
    { path: /(^|\/)app\/(.+\/)?(page|layout|template|loading|error|not-found|route|default)\.[jt]sx?$/, name: /./ },
    {
      path: /(^|\/)(routes|app\/routes)\/.+\.[jt]sx?$/,
      name: /^(default|loader|action|meta|links|headers|GET|POST|PUT|PATCH|DELETE)$/,
    },
    { path: /(^|\/)(middleware|instrumentation|\+(page|layout|server)[\w.]*)\.[jt]s$/, name: /./ },
    { path: /(^|\/)[\w.-]+\.(config|stories|setup)\.[cm]?[jt]sx?$/, name: /./ },
  ],
  published: npmPublished,
}
