import { Form } from 'react-router';
import { say } from '@tiffin/domain/core';
import type { Site } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import styles from './sign-in.module.css';

const CONTINUE_WITH = { google: say`Continue with Google`, facebook: say`Continue with Facebook` };

type Provider = Site['signInProviders'][number];

/** Buttons of the configured providers; renders nothing without one. */
export function SocialButtons({ providers }: { providers: readonly Provider[] }) {
  if (providers.length === 0) return null;
  return (
    <>
      <Form method="post" className="grid gap-8">
        {providers.map((provider) => (
          <Button key={provider} type="submit" look="plain" name="provider" value={provider}>
            {provider === 'google' ? <GoogleMark /> : <FacebookMark />}
            {CONTINUE_WITH[provider]}
          </Button>
        ))}
      </Form>
      <div className={`row gap-16 text-sm faint ${styles.or}`}>{say`or`}</div>
    </>
  );
}

function GoogleMark() {
  return (
    <svg className="brand-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M19 10.2c0-.7-.1-1.200-.2-1.800H10v3.300h5.200a4.500 4.500 0 0 1-1.900 2.900v2.400h3c1.800-1.600 2.700-4 2.700-6.800Z"
      />
      <path
        fill="#34a853"
        d="M10 19.500c2.500 0 4.600-.8 6.200-2.300l-3-2.300c-.9.600-1.900.9-3.200.9-2.400 0-4.500-1.600-5.200-3.900H1.700v2.400a9.500 9.500 0 0 0 8.300 5.200Z"
      />
      <path
        fill="#fbbc05"
        d="M4.800 11.900a5.700 5.700 0 0 1 0-3.700V5.800H1.700a9.500 9.500 0 0 0 0 8.500l3.100-2.400Z"
      />
      <path
        fill="#ea4335"
        d="M10 4.300c1.400 0 2.600.5 3.600 1.400l2.700-2.700A9.500 9.500 0 0 0 1.700 5.800l3.100 2.400C5.500 5.900 7.600 4.300 10 4.300Z"
      />
    </svg>
  );
}

function FacebookMark() {
  return (
    <svg className="brand-icon" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9.500" fill="#1877f2" />
      <path
        fill="#fff"
        d="M13.200 12.300 13.600 9.600h-2.700V7.900c0-.8.4-1.500 1.500-1.500h1.200V4.100s-1.100-.2-2.200-.2c-2.200 0-3.600 1.300-3.600 3.800v1.900H5.400v2.700h2.400v7.100a9.600 9.600 0 0 0 3 0v-7.100Z"
      />
    </svg>
  );
}
