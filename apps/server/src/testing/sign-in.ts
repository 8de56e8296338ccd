import { DEMO_PASSWORD } from '@tiffin/demo/people';

/** Headers that identify the caller. */
export type Headers = Readonly<Record<string, string>>;

/** Signs in and returns the session cookie. */
export async function signIn(url: string, email: string, password = DEMO_PASSWORD): Promise<Headers> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status} ${await answer.text()}`);
  return cookieOf(answer);
}

export function cookieOf(answer: Response): Headers {
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
}
