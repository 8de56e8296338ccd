import type { ReactNode } from 'react';
import { Volume2, VolumeX, BellRing } from 'lucide-react';
import { soundLabel, setupBanner } from './setup.ts';
import { volumeText } from './settings.ts';
import { DeviceMenu } from '../../../ui/device-menu.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { SoundSettings } from './sound-settings.tsx';
import { useSounds, type Kind, setEnabled } from './sound-store.ts';
import { soundLabels, texts } from './texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

/** How the sound stands, and the dropdown behind it. */
export function SoundMenu({
  kind,
  compact = false,
  children,
}: {
  kind: Kind;
  compact?: boolean;
  /** What else this device does about news. */
  children?: ReactNode;
}) {
  const sounds = useSounds();
  const setup = sounds[kind];
  const volume = volumeText(kind === 'orders' ? sounds.settings.orderVolume : sounds.settings.reservationVolume);
  const rings = setup.isEnabled && setup.isInitialized && sounds.canBeHeard;
  const state = stateOf(setup.isEnabled, rings, soundLabel(setup));
  const title = kind === 'orders' ? texts.title : texts.reservationTitle;
  const Icon = rings ? Volume2 : VolumeX;
  return (
    <DeviceMenu
      label={rings ? texts.soundOnLabel(volume) : texts.settingsLabel(state)}
      title={title}
      standing={rings ? 'works' : setup.isEnabled ? 'asks' : 'silent'}
      face={
        <>
          {setup.isInitializing ? <Spinner /> : <Icon aria-hidden="true" />}
          {!compact && (
            <>
              <b>{state}</b>
              {rings && <span>{volume}</span>}
            </>
          )}
        </>
      }
    >
      <SoundSettings kind={kind} />
      {children}
    </DeviceMenu>
  );
}

function stateOf(isEnabled: boolean, rings: boolean, label: string): string {
  if (rings) return texts.on;
  if (label === soundLabels.notSupported || label === soundLabels.initializing) return label;
  return isEnabled ? texts.tapToEnable : texts.off;
}

/** The reservations' own sound settings. */
export function ReservationSoundMenu() {
  return <SoundMenu kind="reservations" />;
}

/**
 * Stands until orders and reservations can both be heard on this device; at the board, where only
 * orders matter, until those can.
 */
export function SoundSetupBanner({ ordersOnly = false }: { ordersOnly?: boolean }) {
  const { orders, reservations } = useSounds();
  const asks = orders.isSupported ? setupBanner(orders, ordersOnly ? orders : reservations) : null;
  if (asks === null) return null;
  return (
    <Banner
      tone="warn"
      title={texts.setUpTitle}
      icon={<BellRing aria-hidden="true" />}
      {...(asks === 'enable' && { action: <Button onClick={() => void enable(ordersOnly)}>{texts.enableNow}</Button> })}
    >
      {asks === 'tap' ? texts.setUpTap : ordersOnly ? texts.setUpOrders : texts.setUpEnable}
    </Banner>
  );
}

async function enable(ordersOnly: boolean): Promise<void> {
  await setEnabled('orders', true);
  if (!ordersOnly) await setEnabled('reservations', true);
}
