import { refuse } from '@tiffin/domain/core';
import { isAccountant, isStaff } from '@tiffin/domain/people';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { translateSite } from '../modules/menu/translations/translate-site.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { locationAnswer } from '../modules/locations/location-answer.ts';
import { officeAnswer } from '../modules/locations/location-settings.ts';
import { homeCountry, isHidden, readLocation, readLocations } from '../modules/locations/queries.ts';

export const locationRoutes: readonly ImplementedCall[] = [
  implement('getLocations', async ({ context, actor }) => {
    const rows = await readLocations(context.db, { active: true });
    const now = context.clock.now();
    const seesOfficeFields = isStaff(actor) || isAccountant(actor);
    return {
      locations: rows.map((row) => ({ ...locationAnswer(row, now), ...(seesOfficeFields && officeAnswer(row)) })),
    };
  }),

  implement('getLocation', async ({ context, query }) => {
    const row = await readLocation(context.db, query.locationId);
    if (!row || isHidden(row)) throw refuse('location-not-found');
    return { location: locationAnswer(row, context.clock.now()) };
  }),

  implement('getSite', async ({ context }) => {
    const site = await translateSite(context.db, await readSite(context.db));
    const country = await homeCountry(context.db, site.defaultLocationId);
    const { config } = context;
    return {
      // Listed one by one, so that a new setting does not become public by accident.
      site: {
        name: site.name,
        tagline: site.tagline,
        cuisine: site.cuisine,
        headline: site.headline,
        heroUrl: site.heroUrl,
        priceRange: site.priceRange,
        brandColour: site.brandColour,
        accentColour: site.accentColour,
        phone: site.phone,
        email: site.email,
        supportEmail: site.supportEmail,
        address: site.address,
        hstNumber: site.hstNumber,
        country,
        currency: site.currency,
        points: site.pointsStepWorth > 0 ? { step: site.pointsStep, worth: site.pointsStepWorth } : undefined,
        welcomePercent: site.welcomeIsActive ? site.welcomePercent : undefined,
        coin: site.coin,
        nextCoin: site.nextCoin ?? undefined,
        locale: site.locale,
        languages: site.languages,
        timeZone: site.timeZone,
        logoUrl: site.logoUrl,
        defaultLocationId: site.defaultLocationId,
        guestCheckout: site.guestCheckout,
        signInProviders: [
          ...(config.GOOGLE_CLIENT_ID ? (['google'] as const) : []),
          ...(config.FACEBOOK_CLIENT_ID ? (['facebook'] as const) : []),
        ],
        staffSignIn: config.OIDC_NAME ? { name: config.OIDC_NAME } : null,
        sends: [...(context.mailer ? (['email'] as const) : []), ...(context.sms ? (['sms'] as const) : [])],
        payments: {
          provider: context.payments?.name ?? 'none',
          publishableKey: context.payments?.publishableKey ?? null,
        },
      },
    };
  }),
];
