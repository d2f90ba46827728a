const DECLARATIONS = /\.(?:d\.[cm]?ts|pyi)$/

/** Whether a file only declares, for the sake of types, what another one has. */
export const isDeclarationFile = (path: string): boolean => DECLARATIONS.test(path)
