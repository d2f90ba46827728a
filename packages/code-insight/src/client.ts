export { indexPath } from './process/index/index-file.ts'
export { rootOf } from './process/root.ts'
