import type { SetUpStep } from '@tiffin/domain/restaurant';
import { say } from '@tiffin/domain/core';

interface StepTexts {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
}

const steps: Readonly<Record<SetUpStep, StepTexts>> = {
  look: {
    name: say`Name and look`,
    title: say`What is your restaurant called?`,
    lead: say`The name appears on the website, on receipts and in messages to your guests.`,
  },
  place: {
    name: say`Location and hours`,
    title: say`Where are you, and when?`,
    lead: say`One location now. You can add others later.`,
  },
  tax: {
    name: say`Taxes`,
    title: say`What your guests pay in tax`,
    lead: say`Based on your address. You only need to change it if you sell something special.`,
  },
  menu: {
    name: say`Menu`,
    title: say`What do you cook?`,
    lead: say`One dish is enough to start. You can change dishes and prices at any time.`,
  },
  payments: {
    name: say`Payments`,
    title: say`How do guests pay?`,
    lead: say`Cash works right away. You can add cards later.`,
  },
  people: { name: say`People`, title: say`Who works with you?`, lead: say`You can do this at any time.` },
  print: { name: say`QR code`, title: say`Print it`, lead: say`One at the counter and one in the window.` },
  order: {
    name: say`Test order`,
    title: say`Order something yourself`,
    lead: say`The kitchen will ring. Cancel the order on the board afterwards, so that no figure includes it.`,
  },
};

export const texts = {
  steps,
} as const;
