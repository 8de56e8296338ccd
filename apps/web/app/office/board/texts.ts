import { endWithFullStop, say } from '@tiffin/domain/core';

export const texts = {
  columns: {
    pending: say`Pending Orders`,
    preparing: say`Under Preparation`,
    ready: say`Ready`,
    completed: say`Completed`,
  },

  guests: (n: number) => (n === 1 ? say`1 guest` : say`${n} guests`),
  urgencyTitle: { high: say`High urgency`, medium: say`Medium urgency` },

  pace: {
    inForce: (what: string, service: string | null, until: string) =>
      service === null ? say`${what}, until ${until}` : say`${what}, ${service}, until ${until}`,
    markedBy: (by: string, at: string) => (by === '' ? say`Since ${at}` : say`${by}, at ${at}`),
    /** `of`: the order type, or '' for all. */
    onHold: (of: string, until: string) =>
      of === '' ? say`Online orders are paused until ${until}` : say`${of}: online orders are paused until ${until}`,
    onHoldBy(message: string, reason: string) {
      // A time already ends with a full stop: '6:42 p.m.'
      const sentence = endWithFullStop(message);
      return reason === ''
        ? say`${sentence} The till still works.`
        : say`${message}: “${reason}”. The till still works.`;
    },
  },

  undone: (code: string, column: string) => say`${code} moved to ${column}`,

  popup: {
    waiting: (minutes: number) => (minutes === 0 ? say`New order, just now` : say`New order, waiting ${minutes} min`),
  },

  kitchenMode: {
    page: (page: number, pages: number) => say`${page} of ${pages}`,
    textSizes: { small: say`small`, medium: say`medium`, large: say`large`, largest: say`largest` },
    other: (name: string, open: number, done: number) => {
      if (open === 0) return say`${name} done`;
      return done === 0 ? say`${name} makes ${open}` : say`${name} makes ${open}, ${done} done`;
    },
    changeKind: {
      added: (time: string) => say`Added ${time}`,
      void: (time: string) => say`Void ${time}`,
      changed: (time: string) => say`Changed ${time}`,
    },
    changeText: ({
      name,
      quantity,
      was,
      how,
    }: {
      readonly name: string;
      readonly quantity: number;
      readonly was: number | null;
      readonly how: string;
    }) => {
      const dish = was === null ? `${quantity} ${name}` : say`${quantity} ${name}, was ${was}`;
      return how === '' ? dish : say`${dish}: ${how}`;
    },
  },
} as const;
