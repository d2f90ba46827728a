import type { Reader } from '../reader.ts'

/**
 * Formats that runners of many languages write. Complete only with both their beginning and their end: either may have
 * been cut, and a failure with it.
 */
export const formats: readonly Reader[] = [
  {
    runner: 'tap',
    check: 'test',
    isFormat: true,
    sign: /^(?![\s\S]*\n(?:# cancelled|ℹ cancelled) \d)(?=(?:[\s\S]*\n)?(?:TAP version 1[34]\n|1\.\.\d+(?: |\n|$)|(?:not )?ok \d+(?: |\n|$)|# \{ total: \d))/,
    passed: /^# (?:\{ total: \d+, )?pass:? +(\d+)(?=$|,| \})/gm,
    failed: /^# (?:\{ total: \d+, (?:pass: \d+, )?)?fail:? +(\d+)(?=$|,| \})/gm,
    skipped: /^# (?:\{ total: \d+, (?:\w+: \d+, )*)?skip:? +(\d+)/gm,
    eachTotal: /^(?:not )?ok \d+(?=[ \n]|$)/gm,
    eachFailed: /^not ok \d+(?=[ \n]|$)(?![^\n]{0,300}# (?:TODO|SKIP))/gim,
    eachSkipped: /^(?:not )?ok \d+ [^\n]{0,300}# (?:TODO|SKIP)/gim,
    bad: /^(?:Bail out!|# Looks like (?:you failed|you planned|your test exited|your test died))/m,
    good: /^(?![\s\S]*\n# No coverage generated\n)(?:(?=(?:[\s\S]*\n)?1\.\.[1-9])(?=(?:[\s\S]*\n)?ok 1[ \n])|(?=(?:[\s\S]*\n)?# pass +[1-9])|(?=[\s\S]*\n(?!# No coverage)[^\n]*\n# \{ total: \d+, pass: [1-9]))/,
    failing:
      /^(?: {4}){0,8}not ok \d+ (?:- )?(?![^\n]{0,300}# (?:TODO|SKIP))([^\n]{1,200}?)(?: # time=[\d.]+m?s)?(?: \{)?$/gim,
    reason:
      /^(?:# {3,12}(got: [^\n]{1,100}\n# {3,12}expected: [^\n]{1,100})| *(?:message|error|Failed test|# Failure message): +(?:\|-?|>-)?\s{0,20}["']?(?!failed$|Test failed$)([^\s"'][^\n]{0,200}?)["']?,?)$/m,
    isOpenEnded: true,
  },
  {
    runner: 'tap',
    check: 'test',
    sign: /^\u200b? FAIL \u200b? ?\S[^\n]{0,200} \d+ failed (?:\d+ \w+ )?of \d+ /m,
    bad: /^\u200b? FAIL \u200b? ?\S[^\n]{0,200} \d+ failed (?:\d+ \w+ )?of \d+ /m,
    failing: /^ ✖ (\S[^\n]{0,200})$/gm,
  },
  {
    runner: 'junit',
    check: 'test',
    isFormat: true,
    sign: /^\s{0,8}<testsuites?(?: |>)/m,
    eachTotal: /<testcase\b/g,
    eachFailed: /<failure\b/g,
    eachError: /<error\b/g,
    eachSkipped: /<skipped\b/g,
    good: /^(?:<\?xml[^\n]{0,100}\n)?\s{0,8}(?:(?=<testsuites\b)(?=[\s\S]*<testcase\b)[\s\S]*<\/testsuites>|(?=<testsuite\b)(?=[\s\S]*<testcase\b)[\s\S]*<\/testsuite>)/,
    failing: /<testcase\b[^>]{0,400}?\bname=["']([^"'\n]{1,200})["'][^>]{0,400}>\s{0,80}<(?:failure|error)\b/g,
    reason:
      /<(?:failure|error)\b(?:[^>]{0,200}?\bmessage=["']([^"'\n]{1,200})|[^>]{0,300}>\s{0,20}([^\s<][^\n<]{1,200}))/,
  },
  {
    runner: 'teamcity',
    check: 'test',
    isFormat: true,
    sign: /^##teamcity\[test(?:Suite)?(?:Started|Finished|Failed|Count) /m,
    eachTotal: /^##teamcity\[testFinished /gm,
    eachFailed: /^##teamcity\[testFailed /gm,
    eachSkipped: /^##teamcity\[testIgnored /gm,
    failing: /^##teamcity\[testFailed name='([^\n']{1,200})'/gm,
    reason: /^##teamcity\[testFailed name='[^\n']{1,200}' message='([^\n']{1,200})/m,
    isOpenEnded: true,
  },
  {
    runner: 'jest',
    check: 'test',
    isFormat: true,
    sign: /^\{\s{0,6}"num(?:Failed|Passed|Pending|Total|Runtime)\w{1,30}": ?\d+,/m,
    passed: /"numPassedTests": ?(\d+)/g,
    failed: /"numFailedTests": ?(\d+)/g,
    skipped: /"numPendingTests": ?(\d+)/g,
    bad: /"success": ?false/,
    failing: /"fullName":"([^"\n]{1,200})"(?:(?!"fullName")[^\n]){0,400}?"status":"failed"/g,
  },
  {
    runner: 'mocha',
    check: 'test',
    isFormat: true,
    sign: /^ {2}"stats": \{\n {4}"suites": \d+,/m,
    passed: /^ {4}"passes": (\d+)/gm,
    failed: /^ {4}"failures": (\d+)/gm,
    skipped: /^ {4}"pending": (\d+)/gm,
    failing: /"fullTitle": "([^"\n]{1,200})",\n(?: {6}"[^\n]{1,300}\n){1,6} {6}"err": \{\n/g,
    reason: /^ {8}"message": "([^\n"]{1,200})/m,
  },
]
