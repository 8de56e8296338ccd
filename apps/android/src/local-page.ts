/** Returns the page that is shown while the site cannot be opened. */
export function localPage(template: string, site: string): string {
  return template.replaceAll('{{site}}', escaped(site));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
