export const width = (text) => [...text].length
