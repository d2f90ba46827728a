const BY_KEYWORD =
  /^\s*(?:[\w()@]+\s+){0,5}(?:fn|func|fun|function|def|defp|defmacro|defmodule|class|struct|enum|trait|interface|module|namespace|sub|proc|procedure|record|object|protocol|type|actor|union|table|view|macro_rules!)\s+(?:\([^)]*\)\s*)?(?:[\w$]+[.:])*([\p{L}_$][\p{L}\p{N}_$]*)/u
/** `static int helper(void) {`, `helper() {`: a name after a type or nothing, with parameters and a body. */
const BY_FORM = /^\s*(?:[\w<>[\],:*&?]+\s+){0,6}[*&]*(?:\w+(?:::|\.)){0,4}([A-Za-z_]\w*)\s*\([^;]*\{\s*$/
const STATEMENT = /^\s*(?:if|for|while|switch|return|catch|match|else|case|when|throw|new|await|do)\b/

/** The name that a line declares, in whatever language, as far as its form says so. */
export function declaredIn(text: string): string | undefined {
  const byKeyword = BY_KEYWORD.exec(text)?.[1]
  if (byKeyword !== undefined) return byKeyword
  return STATEMENT.test(text) || !/\{\s*$/.test(text) ? undefined : BY_FORM.exec(text)?.[1]
}
