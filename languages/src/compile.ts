import { partsOf, type Catalogue } from './catalogue.ts';
import { messagesIn, type Message } from './messages.ts';

/** A source with its words in another language; null when it has none. Without a catalogue it says what it says. */
export function inWordsOf(catalogue: Catalogue | null, source: string, file: string): string | null {
  const messages = messagesIn(source, file);
  if (messages.length === 0) return null;
  const write = (start: number, end: number): string => {
    let written = '';
    let from = start;
    for (const message of messages) {
      if (message.at.start < from || message.at.end > end) continue;
      written += source.slice(from, message.at.start) + value(message);
      from = message.at.end;
    }
    return written + source.slice(from, end);
  };
  const value = (message: Message): string => {
    const forms = catalogue?.of(message.text, message.one);
    const [one, many = one] = forms ?? (message.one === undefined ? [message.text] : [message.one, message.text]);
    if (!message.count) return asTemplate(message.text, one ?? '', message, write);
    const n = `(${write(message.count.start, message.count.end)})`;
    if (!forms)
      return `(${n} === 1 ? ${asTemplate(message.text, one ?? '', message, write)} : ${asTemplate(message.text, many ?? '', message, write)})`;
    const which = catalogue?.form.replaceAll(/\bn\b/g, n) ?? '';
    const all = forms.map((form) => asTemplate(message.text, form, message, write));
    return all.length === 2 ? `(${which} ? ${all[1]} : ${all[0]})` : `([${all.join(', ')}])[+(${which})]`;
  };
  return write(0, source.length);
}

function asTemplate(
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
