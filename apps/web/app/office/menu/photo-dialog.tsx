import { useEffect, useEffectEvent, useState } from 'react';
import { ImageUp } from 'lucide-react';
import { imageProblem, IMAGE_TYPES, photoProblem } from '@tiffin/domain/menu';
import { uploadNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Progress } from '../../ui/figures.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DropZone } from './drop-zone.tsx';
import type { Dish } from './menu-data.ts';
import {
  fetchPhoto,
  sendPhoto,
  uploadErrorText,
  type PhotoTarget,
  PhotoProblem,
  shrinkPhoto,
  sizeText,
} from './send-photo.ts';
import styles from './menu.module.css';

export interface PhotoDialogProps {
  title: string;
  /** The dish with its current photo. */
  dish: Pick<Dish, 'image' | 'art'>;
  target: PhotoTarget;
  /** Assigns the uploaded photo. Returns an error message, or null. */
  onUse: (url: string) => Promise<string | null>;
  /** Missing when there is no photo to remove. */
  onRemove?: () => Promise<string | null>;
  onClose: () => void;
}

/** A step of an upload. */
interface Step {
  readonly label: string;
  /** From 0 to 1; undefined while unknown. */
  readonly share?: number;
}

/** Sets a dish's photo: chosen, dropped, pasted or fetched from an address. */
export function PhotoDialog({ title, dish, target, onUse, onRemove, onClose }: PhotoDialogProps) {
  const choice = usePhotoChoice();
  const { upload, save } = useUpload(choice, target, { onUse, onDone: onClose });
  const [isRemoving, setRemoving] = useState(false);
  usePastedFile(choice.choose, upload !== null);

  async function remove() {
    const refused = await onRemove?.();
    setRemoving(false);
    if (refused == null) onClose();
    else choice.setProblem(refused);
  }

  const stopButton = upload && (
    <Button look="quiet" onClick={upload.stop}>
      {say`Cancel upload`}
    </Button>
  );
  const buttons = (
    <>
      {onRemove && (
        <Button look="danger" onClick={() => setRemoving(true)}>
          {say`Remove Photo`}
        </Button>
      )}
      <Button look="quiet" onClick={onClose}>
        {say`Cancel`}
      </Button>
      <Button onClick={() => void save()}>{say`Save Photo`}</Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} dismissable={!upload} footer={stopButton ?? buttons}>
      <div className="grid gap-16">
        <figure className={`clip round-md ${styles.present}`}>
          <DishPicture dish={dish} sizes="300px" className="full-height" />
          <figcaption className="sr-only">{say`Current photo`}</figcaption>
        </figure>
        <PhotoSource choice={choice} disabled={upload !== null} />
        {upload && (
          <Progress
            label={upload.label}
            {...(upload.share !== undefined && { value: Math.round(upload.share * 100), max: 100 })}
          />
        )}
        <FieldError error={choice.problem} />
      </div>
      <ConfirmDialog
        open={isRemoving}
        title={say`Are you sure you want to remove this image?`}
        confirmLabel={say`Remove`}
        cancelLabel={say`Cancel`}
        look="danger-solid"
        onConfirm={remove}
        onCancel={() => setRemoving(false)}
      />
    </Dialog>
  );
}

/** The chosen file or the typed address, and what is wrong with it. */
function usePhotoChoice() {
  const [tab, setTab] = useState<'upload' | 'url'>('upload');
  const [picked, setPicked] = usePicked();
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return {
    tab,
    picked,
    file: picked?.file ?? null,
    url,
    problem,
    setProblem,
    choose(chosen: File | null) {
      const wrong = imageProblem(chosen);
      setProblem(wrong);
      setPicked(wrong === null ? chosen : null);
      setTab('upload');
    },
    changeTab(next: 'upload' | 'url') {
      setTab(next);
      setProblem(null);
    },
    typeUrl(typed: string) {
      setUrl(typed);
      setProblem(null);
    },
  };
}

/** Uploads the chosen photo and assigns it. `upload` is null while nothing is sent. */
function useUpload(
  choice: ReturnType<typeof usePhotoChoice>,
  target: PhotoTarget,
  { onUse, onDone }: { onUse: PhotoDialogProps['onUse']; onDone: () => void },
) {
  const [upload, setUpload] = useState<(Step & { readonly stop: () => void }) | null>(null);

  async function save() {
    const isUrl = choice.tab === 'url';
    const wrong = photoProblem(isUrl ? choice.url : '', isUrl ? null : choice.file);
    choice.setProblem(wrong);
    if (wrong !== null) return;
    const abort = new AbortController();
    const showStep = (step: Step) => setUpload({ ...step, stop: () => abort.abort() });
    try {
      const uploaded = await (isUrl
        ? fetchFrom(choice.url, target, abort.signal, showStep)
        : uploadFile(choice.file, target, abort.signal, showStep));
      showStep({ label: say`Processing the photo` });
      const refused = await onUse(uploaded);
      if (refused === null) return onDone();
      choice.setProblem(refused);
    } catch (error) {
      choice.setProblem(error instanceof PhotoProblem ? error.message : uploadErrorText(error));
    }
    setUpload(null);
    return undefined;
  }

  return { upload, save };
}

/** A pasted picture is used wherever the focus is. */
function usePastedFile(onFile: (file: File) => void, disabled: boolean) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.files[0];
    if (!pasted || disabled) return;
    event.preventDefault();
    onFile(pasted);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

async function fetchFrom(
  url: string,
  target: PhotoTarget,
  signal: AbortSignal,
  showStep: (step: Step) => void,
): Promise<string> {
  showStep({ label: say`Fetching the photo` });
  return (await fetchPhoto(url, target, signal)).url;
}

async function uploadFile(
  file: File | null,
  target: PhotoTarget,
  signal: AbortSignal,
  showStep: (step: Step) => void,
): Promise<string> {
  if (!file) throw new PhotoProblem(uploadNotices.unreadable);
  showStep({ label: say`Preparing the photo` });
  const ready = await shrinkPhoto(file);
  signal.throwIfAborted();
  const onProgress = (share: number) =>
    showStep({ label: share < 0.9 ? say`Uploading the photo` : say`Processing the photo`, share });
  return (await sendPhoto(ready, target, { signal, onProgress })).url;
}

/** A file to upload or an address to fetch, in tabs. */
function PhotoSource({ choice, disabled }: { choice: ReturnType<typeof usePhotoChoice>; disabled: boolean }) {
  const upload = (
    <DropZone
      labels={{
        drop: say`Drop a photo here, paste it, or`,
        choose: say`choose a file`,
        rules: say`JPEG, PNG or WebP, at most 5 MB`,
      }}
      icon={<ImageUp className="soft" aria-hidden="true" />}
      accept={IMAGE_TYPES.join(',')}
      disabled={disabled}
      onFile={choice.choose}
    >
      {choice.picked && <Preview picked={choice.picked} onBroken={() => choice.setProblem(uploadNotices.noPreview)} />}
    </DropZone>
  );
  const address = (
    <Field label={say`Image URL`} hint={say`The photo is downloaded once and stored here.`}>
      <TextInput
        type="url"
        inputMode="url"
        placeholder="https://"
        value={choice.url}
        disabled={disabled}
        onChange={(event) => choice.typeUrl(event.target.value)}
      />
    </Field>
  );
  return (
    <Tabs
      label={say`Where the photo comes from`}
      value={choice.tab}
      onValue={choice.changeTab}
      tabs={[
        { id: 'upload', label: say`Upload`, panel: upload },
        { id: 'url', label: say`URL`, panel: address },
      ]}
    />
  );
}

interface Picked {
  readonly file: File;
  /** The object URL of the preview. */
  readonly address: string;
}

/** The chosen file. Its object URL is revoked when it is replaced. */
function usePicked(): [Picked | null, (file: File | null) => void] {
  const [picked, setPicked] = useState<Picked | null>(null);
  useEffect(() => () => URL.revokeObjectURL(picked?.address ?? ''), [picked]);
  return [picked, (file) => setPicked(file && { file, address: URL.createObjectURL(file) })];
}

function Preview({ picked: { file, address }, onBroken }: { picked: Picked; onBroken: () => void }) {
  return (
    <figure className={`grid gap-8 items-center ${styles.preview}`}>
      <img className="round-sm" src={address} alt={say`Chosen photo`} onError={onBroken} />
      <figcaption className="hint break-anywhere">
        <b>{file.name}</b> {sizeText(file.size)}
      </figcaption>
    </figure>
  );
}
