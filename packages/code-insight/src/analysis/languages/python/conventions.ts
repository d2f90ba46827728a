import type { Conventions } from '../../conventions.ts'
import { pythonLines } from './code-lines.ts'
import { pythonPublished } from './published.ts'

const REFLECTS =
  /\b(?:globals|locals|vars|dir|eval|exec)\(|\bgetattr\(\s*[\w.]+,\s*(?!['"])|\b__dict__\b|\binspect\.getmembers|__subclasses__|sys\.modules\[|\b__reduce(?:_ex)?__\b|\bcopyreg\b/

/** What Python's text says besides its syntax. */
export const conventions: Conventions = {
  codeLines: pythonLines,
  lists: [
    { begins: /^\s*from\s+[\w.]+\s+import\s*\(/, ends: /\)/ },
    { begins: /^\s*from\s+[\w.]+\s+import\s+(?!\()/, ends: /$|[#;]/ },
  ],
  reflected:
    /\bglobals\(\)|\bsys\.modules\[__name__\]|\b(?:vars|dir|getmembers|getattr(?=\([\w.]+,\s*\w+\s*[,)]))\((?:\w+\.)*(?<of>\w+)|\b(?<!self\.)(?:\w+\.)*(?<its>\w+)\.__dict__/g,
  loads:
    /\b(?:(?:__import__|import_module|import_string|load_module)\((?!\s*['"][^'"]*['"]\s*[,)])|(?:walk_packages|iter_modules|exec_module)\()/,
  reflects: REFLECTS,
  reflectsLocals: REFLECTS,
  privateName: /^_(?!_)/,
  calledByLanguage: /(?:^|\.)__\w+__$/,
  lookedFor: /^(?:__\w+__|pytest_\w+|load_tests|(?:setUp|tearDown)Module|(?:un)?load_ipython_extension)$/,
  frameworkFiles: [
    { path: /(^|\/)(conftest|setup|manage|noxfile|tasks|fabfile|wsgi|asgi|dodo)\.py$/, name: /./ },
    { path: /(^|\/)(migrations|management\/commands|versions)\/.+\.py$/, name: /./ },
    { path: /(^|\/)(templatetags|admin|apps|signals|receivers)(\/.+)?\.py$/, name: /./ },
  ],
  published: pythonPublished,
  publicModules: {
    statedBy: '__all__',
    isProgram: (path, text) => /(?:^|\/)__main__\.py$/.test(path) || /^if __name__ ==/m.test(text),
    setUp: /^(?:setup|conftest|noxfile|conf|tasks|dodo|fabfile)\.py$/,
  },
}
