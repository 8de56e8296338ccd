import { type ReactNode, useId, useRef } from 'react';
import { Volume2, VolumeX, BellRing, Play } from 'lucide-react';
import { soundLabel, setupBanner } from './setup.ts';
import { volumeText, VOLUME_STEP } from './settings.ts';
import { DeviceMenu, DeviceStatus } from '../../../ui/device-menu.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import {
  useSounds,
  type SoundKind,
  setSoundsEnabled,
  restoreDefaultSound,
  setSoundVolume,
  playTestSound,
  uploadSound,
  silenceReason,
} from './sound-store.ts';
import { soundLabels, texts } from './texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SOUND_FORMATS } from './custom-sounds.ts';
import { Switch } from '../../../ui/boxes.tsx';
import styles from '../devices.module.css';

/** The sound's state with its settings in a dropdown. */
export function SoundMenu({
  kind,
  children,
}: {
  kind: SoundKind;
  /** Further notification settings of this device. */
  children?: ReactNode;
}) {
  const sounds = useSounds();
  const setup = sounds[kind];
  const volume = volumeText(kind === 'orders' ? sounds.settings.orderVolume : sounds.settings.reservationVolume);
  const rings = setup.isEnabled && setup.isInitialized && sounds.canPlay;
  const state = stateOf(setup.isEnabled, rings, soundLabel(setup));
  const title = kind === 'orders' ? texts.title : texts.reservationTitle;
  const Icon = rings ? Volume2 : VolumeX;
  return (
    <DeviceMenu
      label={rings ? texts.soundOnLabel(volume) : texts.settingsLabel(state)}
      title={title}
      deviceStatus={rings ? 'works' : setup.isEnabled ? 'asks' : 'silent'}
      triggerContent={
        <>
          {setup.isInitializing ? <Spinner /> : <Icon aria-hidden="true" />}
          <b>{state}</b>
          {rings && <span>{volume}</span>}
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

/** The sound settings for reservations. */
export function ReservationSoundMenu() {
  return <SoundMenu kind="reservations" />;
}

/** Shown until sounds for orders and reservations work on this device; on the board, only those for orders count. */
export function SoundSetupBanner({ ordersOnly = false }: { ordersOnly?: boolean }) {
  const { orders, reservations } = useSounds();
  const request = orders.isSupported ? setupBanner(orders, ordersOnly ? orders : reservations) : null;
  if (request === null) return null;
  return (
    <Banner
      tone="warn"
      title={texts.setUpTitle}
      icon={<BellRing aria-hidden="true" />}
      {...(request === 'enable' && {
        action: <Button onClick={() => void enable(ordersOnly)}>{texts.enableNow}</Button>,
      })}
    >
      {request === 'tap' ? texts.setUpTap : ordersOnly ? texts.setUpOrders : texts.setUpEnable}
    </Banner>
  );
}

async function enable(ordersOnly: boolean): Promise<void> {
  await setSoundsEnabled('orders', true);
  if (!ordersOnly) await setSoundsEnabled('reservations', true);
}

/** The settings in the dropdown: on or off, volume, custom sound, test and state. */
function SoundSettings({ kind }: { kind: SoundKind }) {
  const sounds = useSounds();
  const setup = sounds[kind];
  const { settings } = sounds;
  const volume = kind === 'orders' ? settings.orderVolume : settings.reservationVolume;
  const label = soundLabel(setup);
  const notice = sounds.notice?.of === kind ? sounds.notice : null;
  return (
    <div className="grid gap-16">
      <Switch
        label={kind === 'orders' ? texts.orderSounds : texts.reservationSounds}
        hint={kind === 'orders' ? texts.orderSoundsHint : texts.reservationSoundsHint}
        checked={setup.isEnabled}
        disabled={!setup.isSupported || setup.isInitializing}
        onChange={(event) => void setSoundsEnabled(kind, event.currentTarget.checked)}
      />
      <VolumeSlider kind={kind} volume={volume} />
      <OwnSound kind={kind} />
      <Button block onClick={() => void playTestSound(kind)}>
        <Play aria-hidden="true" /> {texts.test}
      </Button>
      <DeviceStatus isWell={setup.isInitialized && setup.isEnabled && !notice?.isBad}>
        <b>{label}</b> {texts.platform(setup.platform)}. {notice?.text} {silenceReason(sounds, kind)}
      </DeviceStatus>
      <p className="soft text-sm">{texts.tip}</p>
    </div>
  );
}

function VolumeSlider({ kind, volume }: { kind: SoundKind; volume: number }) {
  const volumeId = useId();
  return (
    <div className="grid column-and-end gap-8 weight-600">
      <label htmlFor={volumeId}>{texts.volume}</label>
      <span className="digits" aria-hidden="true">
        {volumeText(volume)}
      </span>
      <input
        id={volumeId}
        className={`all-columns full-width touch-height ${styles.volume}`}
        type="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={volume}
        aria-valuetext={volumeText(volume)}
        onChange={(event) => setSoundVolume(kind, event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

/** Replaces the sound by a file of the restaurant. */
function OwnSound({ kind }: { kind: SoundKind }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={`row flex-wrap gap-8 ${styles.own}`}>
      <div>
        <b>{kind === 'orders' ? texts.orderSound : texts.reservationSound}</b>
        <small className="block soft">{texts.formats}</small>
      </div>
      <input
        ref={file}
        type="file"
        accept={['audio/*', ...SOUND_FORMATS].join(',')}
        hidden
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen) void uploadSound(kind, chosen);
        }}
      />
      <Button look="quiet" onClick={() => file.current?.click()}>
        {texts.upload}
      </Button>
      <Button look="bare" onClick={() => void restoreDefaultSound(kind)}>
        {texts.restore}
      </Button>
    </div>
  );
}
