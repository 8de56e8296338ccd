import type { ReactNode } from 'react';
import { Volume2, VolumeX } from 'lucide-react';
import { soundLabels, soundLabel, volumeText } from '@tiffin/domain/alerts';
import { Popover } from 'radix-ui';
import { Spinner } from '../../ui/spinner.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SoundSettings } from './sound-settings.tsx';
import { useSounds, type Kind } from './sound-store.ts';
import styles from './sound-settings.module.css';
import { texts } from './texts.ts';

/** How the sound stands, and the dropdown behind it; a click outside or Escape closes it. */
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
    <Popover.Root>
      <Popover.Trigger
        className={classNames(styles.trigger, rings ? styles.rings : setup.isEnabled ? styles.asks : styles.silent)}
        aria-label={rings ? texts.soundOnLabel(volume) : texts.settingsLabel(state)}
      >
        {setup.isInitializing ? <Spinner /> : <Icon aria-hidden="true" />}
        {!compact && (
          <>
            <b>{state}</b>
            {rings && <span>{volume}</span>}
          </>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.dropdown} align="end" sideOffset={8} collisionPadding={8} aria-label={title}>
          <h2>{title}</h2>
          <SoundSettings kind={kind} />
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function stateOf(isEnabled: boolean, rings: boolean, label: string): string {
  if (rings) return texts.on;
  if (label === soundLabels.notSupported || label === soundLabels.initializing) return label;
  return isEnabled ? texts.tapToEnable : texts.off;
}
