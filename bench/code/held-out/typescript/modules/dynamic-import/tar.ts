export const pack = (data: string): string => `tar(${data})`
