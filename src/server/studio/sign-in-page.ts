/**
 * `same-origin` and not `no-referrer`: with the latter, browsers send `Origin: null` with the form
 * (https://fetch.spec.whatwg.org/#append-a-request-origin-header), which the guard refuses.
 */
export const SIGN_IN_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'www-authenticate': 'Bearer',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const

/** What a browser without session sees; `problem` says why the last try failed. Works without scripts. */
export function signInPage(problem?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Griot</title>
<style>
  :root { color-scheme: light dark; --accent: light-dark(#33418f, #aab6ff); --on-accent: light-dark(#fff, #14182f); }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.05rem/1.6 system-ui, sans-serif;
    color: light-dark(#262320, #ece7df); background: light-dark(#faf7f2, #1b1917); }
  main { width: min(30rem, calc(100vw - 3rem)); }
  h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem; }
  form { display: grid; gap: .5rem; margin-top: 2rem; }
  input, button { font: inherit; padding: .6rem .8rem; border-radius: .4rem; border: 1px solid light-dark(#8d857a, #7d766c); }
  input { background: light-dark(#fff, #26231f); color: inherit; }
  button { background: var(--accent); color: var(--on-accent); border-color: transparent; cursor: pointer; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .problem { border-left: 4px solid light-dark(#b3261e, #ff8a80); padding-left: .8rem; }
</style>
</head>
<body>
<main>
<h1>Griot is running</h1>
${problem === undefined ? '' : `<p class="problem" role="alert">${problem}</p>\n`}<p>Open the link that Griot printed in the terminal where it was started. It signs this browser in, once.</p>
<form method="post" action="/studio/sign-in">
<label for="key">Or paste an API key</label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" required>
<button type="submit">Sign in</button>
</form>
</main>
</body>
</html>
`
}
