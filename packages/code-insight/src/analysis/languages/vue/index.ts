import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { embeddedScripts } from '../ecmascript/embedded.ts'

/** The scripts of Vue's components. */
export default embeddedScripts({
  name: cleanLiteral`vue`,
  endings: ['.vue'],
  globals: [
    'defineProps',
    'defineEmits',
    'defineExpose',
    'defineModel',
    'defineOptions',
    'defineSlots',
    'withDefaults',
  ],
})
