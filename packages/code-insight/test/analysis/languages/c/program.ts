/** A small program: a header, what it declares defined elsewhere, and static functions of one name in two files. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'include/list.h': `#ifndef LIST_H
#define LIST_H
struct list { struct list *next; int value; };
typedef struct list list_t;
enum order { UP, DOWN };
/* Puts one in front. */
list_t *list_push(list_t *head, int value);
int list_sum(const list_t *head);
#endif
`,
  'src/list.c': `#include <stdlib.h>
#include "../include/list.h"
static int step(int value) { return value; }
list_t *list_push(list_t *head, int value) {
  list_t *made = malloc(sizeof *made);
  made->value = step(value);
  return made;
}
int list_sum(const list_t *head) { return head ? head->value + list_sum(head->next) : 0; }
`,
  'src/main.c': `#include "../include/list.h"
static int step(int value) { return value + 1; }
static int (*chosen)(int) = step;
#if FAST
static int pick(int x) {
#else
static int pick(long x) {
#endif
  return step(x);
}
int main(void) {
  list_t *all = list_push(0, 1);
  pick(chosen(list_sum(all)));
  return 0;
}
`,
}
