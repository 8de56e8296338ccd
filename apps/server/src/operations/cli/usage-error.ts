/** Wrong arguments of a command. The usage is printed with the message. */
export class UsageError extends Error {}
