/* Evaluates a script in JavaScriptCore under a flood of signals: README.md.
   usage: webkit-signals SCRIPT MICROSECONDS */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

/* From <JavaScriptCore/JavaScript.h>. */
typedef const void *Ref;
Ref JSGlobalContextCreate(Ref class);
Ref JSStringCreateWithUTF8CString(const char *text);
Ref JSEvaluateScript(Ref context, Ref script, Ref this, Ref url, int line, Ref *error);
Ref JSValueToStringCopy(Ref context, Ref value, Ref *error);
size_t JSStringGetUTF8CString(Ref text, char *to, size_t length);

static volatile sig_atomic_t signals;

static void count(int number) {
  (void)number;
  signals++;
}

int main(int arguments, char **argument) {
  static char script[1 << 16], found[1 << 12];
  FILE *file = arguments == 3 ? fopen(argument[1], "r") : NULL;
  if (!file || !fread(script, 1, sizeof script - 1, file)) {
    fputs("usage: webkit-signals SCRIPT MICROSECONDS\n", stderr);
    return 2;
  }
  Ref context = JSGlobalContextCreate(NULL), error = NULL;
  struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  long step = atol(argument[2]);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, step}, {0, step}}, NULL);
  Ref value = JSEvaluateScript(context, JSStringCreateWithUTF8CString(script), NULL, NULL, 1, &error);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  JSStringGetUTF8CString(JSValueToStringCopy(context, value ? value : error, NULL), found, sizeof found);
  printf("%s; %d signals\n", found, (int)signals);
  return 0;
}
