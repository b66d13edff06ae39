// How the search ranks pages: guides above reference, reference above what builders of Sluice read. VitePress sends the function to the
// browser as text, so that it may use nothing from outside of itself.
export const boostDocument = (id) =>
  /^\/docs\/(start|how-to)\//.test(id) ? 2
    : /^\/docs\/reference\/|^\/commands\//.test(id) ? 1.5
      : /^\/(docs\/(decisions|internals)|benchmarks|files)\/|^\/CHANGELOG/.test(id) ? 0.4 : 1;
