/** The look of /docs: the list of operations beside the page where there is room for it, and before it elsewhere. */
export const STYLE = `
  :root { color-scheme: light dark; --accent: light-dark(#33418f, #aab6ff); --line: light-dark(#d9d2c7, #423d37);
    --raised: light-dark(#fff, #24211d); scroll-padding-top: 1rem; }
  body { margin: 0 auto; padding: 2rem 1.5rem 6rem; max-width: 80rem; font: 1rem/1.6 system-ui, sans-serif;
    color: light-dark(#262320, #ece7df); background: light-dark(#faf7f2, #1b1917); }
  h1 { margin-top: 0; line-height: 1.2; }
  h2 { margin-top: 4rem; padding-bottom: .3rem; border-bottom: 2px solid var(--accent); }
  h3 { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere; }
  h4 { margin: 1.2rem 0 .3rem; font-size: .95rem; }
  a { color: var(--accent); }
  code { font-family: ui-monospace, monospace; font-size: .92em; }
  .method { color: var(--accent); font-weight: 700; }
  section { margin-top: 2rem; padding: 1.2rem 1.4rem; border: 1px solid var(--line); border-radius: .6rem;
    background: var(--raised); }
  section:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
  pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--raised); }
  nav { font-size: .9rem; }
  nav ul { margin: 0; padding: 0; list-style: none; } nav p { margin: 1rem 0 .2rem; font-weight: 600; }
  nav a { display: block; padding: .1rem 0; text-decoration: none; overflow-wrap: anywhere; }
  nav a:hover, nav a:focus-visible { text-decoration: underline; }
  summary { margin-top: 1rem; cursor: pointer; font-size: .95rem; font-weight: 600; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  table { border-collapse: collapse; width: 100%; font-size: .95rem; }
  th { white-space: nowrap; }
  th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child td { border-bottom: 0; }
  td { overflow-wrap: break-word; }
  td:first-child { font-family: ui-monospace, monospace; font-size: .9em; white-space: nowrap; }
  td:last-child { overflow-wrap: anywhere; }
  @media (width >= 64rem) {
    body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 3rem; }
    nav { position: sticky; top: 2rem; max-height: calc(100vh - 4rem); overflow-y: auto; align-self: start; }
    nav p:first-child { margin-top: 0; }
  }
  @media (width < 40rem) {
    section { padding: 1rem; }
    table, thead, tbody, tr, td { display: block; }
    thead { position: absolute; clip-path: inset(50%); }
    tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
    td, tr:last-child td { padding: 0; border: 0; }
    td:first-child { font-weight: 700; }
  }
`
