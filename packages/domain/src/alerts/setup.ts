/** How a device stands with its sounds, as the settings dropdown tells it. */
export type SoundPlatform = 'android' | 'ios' | 'web' | 'unknown';

export interface SoundSetup {
  readonly isSupported: boolean;
  readonly isEnabled: boolean;
  readonly isInitialized: boolean;
  readonly isInitializing: boolean;
  readonly hasFailed: boolean;
  readonly volume: number;
  readonly platform: SoundPlatform;
  /** Phones give no sound before the first tap. */
  readonly requiresInteraction: boolean;
}

export const soundLabels = {
  notSupported: 'Not Supported',
  disabled: 'Disabled',
  initializing: 'Initializing',
  active: 'Active',
  setupRequired: 'Setup Required',
} as const;
export type SoundLabel = (typeof soundLabels)[keyof typeof soundLabels];

/** What is said for a moment, and for how long. */
export const soundMessages = {
  orderTested: { text: 'Sound test successful!', ms: 2000 },
  reservationTested: { text: 'Reservation sound test successful!', ms: 2000 },
  testFailed: { text: 'Test failed', ms: 2000 },
  uploaded: { text: 'Custom sound uploaded successfully!', ms: 3000 },
  restored: { text: 'Restored default sound', ms: 2000 },
  initializationFailed: { text: 'Initialization failed', ms: 3000 },
} as const;

export function freshSetup(facts: {
  readonly isSupported: boolean;
  readonly isEnabled: boolean;
  readonly volume: number;
  readonly platform: SoundPlatform;
}): SoundSetup {
  return {
    ...facts,
    isInitialized: false,
    isInitializing: false,
    hasFailed: false,
    requiresInteraction: facts.platform === 'android' || facts.platform === 'ios',
  };
}

export type SetupEvent = 'enable' | 'disable' | 'initialized' | 'failed' | 'tapped';

/** The first enabling initialises; if that fails the sounds stay off and ask for setup. */
const CHANGES: Readonly<Record<SetupEvent, (setup: SoundSetup) => Partial<SoundSetup>>> = {
  enable: ({ isInitialized }) => (isInitialized ? { isEnabled: true } : { isInitializing: true, hasFailed: false }),
  initialized: () => ({ isEnabled: true, isInitialized: true, isInitializing: false, hasFailed: false }),
  failed: () => ({ isEnabled: false, isInitialized: false, isInitializing: false, hasFailed: true }),
  disable: () => ({ isEnabled: false, isInitializing: false }),
  tapped: () => ({ requiresInteraction: false }),
};

export function setupStep(setup: SoundSetup, event: SetupEvent): SoundSetup {
  return setup.isSupported ? { ...setup, ...CHANGES[event](setup) } : setup;
}

export function soundLabel(setup: SoundSetup): SoundLabel {
  if (!setup.isSupported) return soundLabels.notSupported;
  if (setup.isInitializing) return soundLabels.initializing;
  if (setup.hasFailed) return soundLabels.setupRequired;
  if (!setup.isEnabled) return soundLabels.disabled;
  return setup.isInitialized ? soundLabels.active : soundLabels.setupRequired;
}

/** The dashboard's banner stands until orders and reservations can both be heard. */
export function setupBanner(orders: SoundSetup, reservations: SoundSetup): 'tap' | 'enable' | null {
  const both = [orders, reservations];
  if (both.every((setup) => setup.isInitialized && setup.isEnabled)) return null;
  return both.some((setup) => setup.requiresInteraction) ? 'tap' : 'enable';
}

export function platformOf(userAgent: string): SoundPlatform {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  return userAgent.trim() === '' ? 'unknown' : 'web';
}
