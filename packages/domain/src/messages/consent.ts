/** What every offer must carry before it may leave. */
export function promotionProblem(sender: {
  readonly name: string;
  readonly postalAddress: string;
  readonly unsubscribeUrl: string;
}): string | null {
  if (sender.name.trim() === '') return "The sender's name is missing";
  if (sender.postalAddress.trim() === '') return "The sender's postal address is missing";
  return sender.unsubscribeUrl.trim() === '' ? 'The unsubscribe link is missing' : null;
}
