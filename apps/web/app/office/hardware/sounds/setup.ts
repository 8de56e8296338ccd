import { say } from '@tiffin/domain/core';

export type SoundPlatform = 'android' | 'ios' | 'web' | 'unknown';

/** The sound setup of a device, as shown in the settings dropdown. */
export interface SoundSetup {
  readonly isSupported: boolean;
  readonly isEnabled: boolean;
  readonly isInitialized: boolean;
  readonly isInitializing: boolean;
  readonly hasFailed: boolean;
  readonly volume: number;
  readonly platform: SoundPlatform;
  /** Phones play no sound before the first tap. */
  readonly requiresInteraction: boolean;
}

export const soundMessages = {
  orderTested: { text: say`Sound test successful!`, ms: 2000 },
  reservationTested: { text: say`Reservation sound test successful!`, ms: 2000 },
  testFailed: { text: say`Test failed`, ms: 2000 },
  uploaded: { text: say`Custom sound uploaded successfully!`, ms: 3000 },
  restored: { text: say`Restored default sound`, ms: 2000 },
  initializationFailed: { text: say`Initialization failed`, ms: 3000 },
} as const;

/** Reasons why no sound plays. The last two are only for API callers: no screen outside the workplace shows them. */
export const silences = {
  unsupported: say`Not Supported: Audio notifications are not supported on this device/browser.`,
  reservationsOff: say`Reservation notifications disabled`,
  interactionRequired: say`User interaction required`,
  notInitialised: say`Service not initialized`,
  ownSoundGone: say`Sound not found`,
  nativeMissing: 'native_not_implemented',
  notAtWork: 'not_admin_context',
} as const;
export type SilenceReason = (typeof silences)[keyof typeof silences];

/** What else decides whether a device can play sounds, apart from its sound setup. */
export interface SoundSituation {
  readonly isReservations: boolean;
  readonly isNativeApp: boolean;
  readonly isAtWork: boolean;
}

/** The first reason why sounds do not play; null if they do, or if they are turned off. */
export function soundBlockedReason(
  setup: SoundSetup,
  { isReservations, isNativeApp, isAtWork }: SoundSituation,
): SilenceReason | null {
  if (!isAtWork) return silences.notAtWork;
  if (!setup.isSupported) return isNativeApp ? silences.nativeMissing : silences.unsupported;
  if (!setup.isEnabled && !setup.hasFailed) return isReservations ? silences.reservationsOff : null;
  if (setup.isInitialized) return null;
  return setup.requiresInteraction ? silences.interactionRequired : silences.notInitialised;
}

export function initialSoundSetup(
  facts: Pick<SoundSetup, 'isSupported' | 'isEnabled' | 'volume' | 'platform'>,
): SoundSetup {
  return {
    ...facts,
    isInitialized: false,
    isInitializing: false,
    hasFailed: false,
    requiresInteraction: facts.platform === 'android' || facts.platform === 'ios',
  };
}

export type SetupEvent = 'enable' | 'disable' | 'initialized' | 'failed' | 'tapped';

/** Enabling for the first time initialises the sounds; if that fails they stay off and ask for setup. */
const CHANGES: Readonly<Record<SetupEvent, (setup: SoundSetup) => Partial<SoundSetup>>> = {
  enable: ({ isInitialized }) => (isInitialized ? { isEnabled: true } : { isInitializing: true, hasFailed: false }),
  initialized: () => ({ isEnabled: true, isInitialized: true, isInitializing: false, hasFailed: false }),
  failed: () => ({ isEnabled: false, isInitialized: false, isInitializing: false, hasFailed: true }),
  disable: () => ({ isEnabled: false, isInitializing: false }),
  tapped: () => ({ requiresInteraction: false }),
};

/** The setup after an event. A device without sound stays as it is. */
export function setupStep(setup: SoundSetup, event: SetupEvent): SoundSetup {
  return setup.isSupported ? { ...setup, ...CHANGES[event](setup) } : setup;
}

export function soundLabel(setup: SoundSetup): string {
  if (!setup.isSupported) return say`Not Supported`;
  if (setup.isInitializing) return say`Initializing`;
  if (setup.hasFailed) return say`Setup Required`;
  if (!setup.isEnabled) return say`Disabled`;
  return setup.isInitialized ? say`Active` : say`Setup Required`;
}

/** The dashboard shows a banner until the sounds for orders and reservations both work. */
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
