const HAS_PASSWORD = /^[^:@/?#]{0,64}:/;
/** The parameters of a query, another URL, the end of a string. */
const NO_PASSWORD = /[?&#;,][\w.-]{1,40}=|:\/\/|["'`<>]/;
const MAX_HOST = 128;
const HOST_WITH_PORT = /^@[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}:\d{2,5}(?![\w.:@-])/;
/** With a port, or with a path behind a name of several parts. */
const LONG_HOST =
  /^@(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}:\d{2,5}(?![\w.:@-])|[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?=[/),;\]}]|$))/;
/** Of URLs in which an `@` stands in paths and fragments too. */
const WITH_FRAGMENTS = /http|^wss?$|git|ssh|ftp|svn|hg|docker|oci|npm|file|pkg/i;

/**
 * The last `@` behind the first path with a host behind it, if what stands before it holds no query: all of
 * `Tr0@ub/4:dor#3@db.internal:5432/` up to it is the password. -1 without one.
 */
export function laterAt(candidates: string, path: number, scheme: string): number {
  const first = candidates.indexOf('@');
  if (first < 0 || first >= path || !HAS_PASSWORD.test(candidates)) {
    return -1;
  }
  const host = WITH_FRAGMENTS.test(scheme) ? HOST_WITH_PORT : LONG_HOST;
  const query = candidates.slice(path).search(NO_PASSWORD);
  const limit = query < 0 ? candidates.length : path + query;
  for (let at = candidates.lastIndexOf('@', limit - 1); at > path; at = candidates.lastIndexOf('@', at - 1)) {
    if (host.test(candidates.slice(at, at + MAX_HOST))) {
      return at;
    }
  }
  return -1;
}
