/** The page a tablet shows while its site cannot be opened, with the site's address written into it. */
export function localPage(template: string, site: string): string {
  return template.replaceAll('{{site}}', escaped(site));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
