import { useRef } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { IMAGE_TYPES, pictureUrl, readPictureUrl } from '@tiffin/domain/menu';
import { useBrandImage } from '../../shared/api/brand-image.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Progress } from '../../ui/spinner.tsx';
import styles from './logo-field.module.css';
import { settingsTexts as texts } from './texts.ts';

export function LogoField({ logoUrl, onLogo }: { logoUrl: string; onLogo: (url: string) => void }) {
  const { share, problem, keep } = useBrandImage(texts.logoFailed, (url) => {
    const picture = readPictureUrl(url);
    // WebP keeps what is transparent, and a logo is never large.
    onLogo(picture ? pictureUrl(picture.id, 400, 'webp') : url);
  });
  const input = useRef<HTMLInputElement>(null);

  return (
    <div className="grid gap-6 content-start">
      <span className={`weight-600 ${styles.label}`}>{texts.logo}</span>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label={texts.logo}
        onChange={(event) => {
          keep(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className={`row flex-wrap gap-8 ${styles.row}`}>
        {logoUrl && <img className="round-sm" src={logoUrl} alt="" />}
        <Button look="line" busy={share !== null} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" />
          {texts.chooseLogo}
        </Button>
        {logoUrl && (
          <Button look="ghost" onClick={() => onLogo('')}>
            <Trash2 aria-hidden="true" />
            {texts.removeLogo}
          </Button>
        )}
      </div>
      <p className="hint">{texts.logoHint}</p>
      {share !== null && <Progress label={texts.uploading} value={share} />}
      <FieldError error={problem} />
    </div>
  );
}
