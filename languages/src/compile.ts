import { partsOf, type Catalogue } from './catalogue.ts';
import { messagesIn, type Message } from './messages.ts';

/**
 * Returns the source with its texts translated, or null if it has none. Without a catalogue the texts stay as they
 * are.
 */
export function translateSource(catalogue: Catalogue | null, source: string, file: string): string | null {
  const messages = messagesIn(source, file);
  if (messages.length === 0) return null;
  const write = (start: number, end: number): string => {
    let output = '';
    let from = start;
    for (const message of messages) {
      if (message.at.start < from || message.at.end > end) continue;
      output += source.slice(from, message.at.start) + value(message);
      from = message.at.end;
    }
    return output + source.slice(from, end);
  };
  const value = (message: Message): string => {
    const forms = catalogue?.of(message.text, message.one);
    const [one, many = one] = forms ?? (message.one === undefined ? [message.text] : [message.one, message.text]);
    if (!message.count) return toTemplate(message.text, one ?? '', message, write);
    const n = `(${write(message.count.start, message.count.end)})`;
    if (!forms)
      return `(${n} === 1 ? ${toTemplate(message.text, one ?? '', message, write)} : ${toTemplate(message.text, many ?? '', message, write)})`;
    const which = catalogue?.form.replaceAll(/\bn\b/g, n) ?? '';
    const all = forms.map((form) => toTemplate(message.text, form, message, write));
    return all.length === 2 ? `(${which} ? ${all[1]} : ${all[0]})` : `([${all.join(', ')}])[+(${which})]`;
  };
  return write(0, source.length);
}

function toTemplate(
  source: string,
  words: string,
  { holes }: Message,
  write: (start: number, end: number) => string,
): string {
  const { texts, names } = holes.size === 0 ? { texts: [words], names: [] } : partsOf(words);
  const filled = names.map((name) => {
    const hole = holes.get(name);
    if (!hole) throw new RangeError(`“${words}” has no {${name}} to put in: it says “${source}”`);
    return `\${${write(hole.start, hole.end)}}`;
  });
  return `\`${texts.map((text, at) => text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`) + (filled[at] ?? '')).join('')}\``;
}
