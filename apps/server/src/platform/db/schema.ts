import type { Weekday } from '@tiffin/domain/hours';
import type { Feature } from '@tiffin/domain/locations';
import type { Cents } from '@tiffin/domain/core';
import type { DeliverySettings, DeliveryStep } from '@tiffin/domain/delivery';
import type { AllergenId, ChainField, Diet, DishHeat, TextKind } from '@tiffin/domain/menu';
import type { OptionLine } from '@tiffin/domain/options';
import type {
  Grounds,
  KitchenWeek,
  LearnedTimes,
  OrderStatus,
  OrderType,
  SaidLine,
  SlotRule,
} from '@tiffin/domain/order';
import type { PaymentStatus, SessionKind, SessionStatus } from '@tiffin/domain/payment';
import type { ProvenBy, Role, Standing } from '@tiffin/domain/people';
import type {
  AdjustmentKind,
  GivenKind,
  ChargeKind,
  DishTaxClass,
  LocationTaxes,
  TaxClass,
  TipBase,
} from '@tiffin/domain/pricing';
import type { ReservationStatus } from '@tiffin/domain/reservation';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  KeptChange,
  KeptCourier,
  KeptDelivery,
  KeptPace,
  MailContent,
  MenuImportUndo,
  SessionSnapshot,
} from './kept-json.ts';

/** The tables as TypeScript sees them; a test holds this file against the live catalogue. */

type Instant = ColumnType<Date, Date | string, Date | string>;
type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type DateColumn = ColumnType<string, string, string>;
type MaybeDate = ColumnType<string | null, string | null | undefined, string | null>;
type Json<T extends object = Record<string, unknown>> = JSONColumnType<T>;
type MaybeJson<T extends object = Record<string, unknown>> = ColumnType<
  T | null,
  string | null | undefined,
  string | null
>;

interface Users {
  id: string;
  email: string;
  email_verified: Generated<boolean>;
  name: string;
  image: string | null;
  role: Generated<Role>;
  is_active: Generated<boolean>;
  is_deleted: Generated<boolean>;
  deleted_at: MaybeInstant;
  phone_number: string | null;
  country_code: Generated<string>;
  language: string | null;
  notifications: Generated<boolean>;
  sign_up_method: Generated<string>;
  last_login_at: MaybeInstant;
  total_orders: Generated<number>;
  total_spent_cents: Generated<number>;
  loyalty_points: Generated<number>;
  last_order_at: MaybeInstant;
  version: Generated<number>;
  welcome_code: string | null;
  two_factor_enabled: Generated<boolean>;
  search_text: GeneratedAlways<string>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface Sessions {
  id: string;
  token: string;
  user_id: string;
  expires_at: Instant;
  ip_address: string | null;
  user_agent: string | null;
  last_seen_at: MaybeInstant;
  proven_at: MaybeInstant;
  host_only: Generated<boolean>;
  proven_by: ProvenBy | null;
  tablet_id: string | null;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface TwoFactors {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: MaybeInstant;
}

interface Tablets {
  id: string;
  location_id: string;
  name: string;
  token_hash: string;
  set_up_by: string | null;
  set_up_at: Instant;
  last_used_at: MaybeInstant;
  ended_at: MaybeInstant;
}

interface Pins {
  user_id: string;
  hash: string;
  tries: Generated<number>;
  given_at: Instant;
  used_at: MaybeInstant;
}

interface Passkeys {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: Generated<number>;
  transports: Generated<string[]>;
  name: string;
  added_at: Instant;
  last_used_at: MaybeInstant;
}

interface UsedChallenges {
  hash: string;
  used_at: Instant;
}

interface UsedCodes {
  user_id: string;
  code_hash: string;
  used_at: Instant;
}

interface SignInAccounts {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: MaybeInstant;
  refresh_token_expires_at: MaybeInstant;
  scope: string | null;
  password: string | null;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface Verifications {
  id: string;
  identifier: string;
  value: string;
  expires_at: Instant;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface RateLimits {
  key: string;
  count: number;
  window_started_at: Instant;
}

export interface DayHoursRow {
  open: string;
  close: string;
  closed: boolean;
}

interface Locations {
  id: string;
  name: string;
  address: string;
  city: Generated<string>;
  region: Generated<string>;
  country: Generated<string>;
  /** Begins the numbers of its orders and reservations. */
  code: string | null;
  postal_code: string;
  phone: string;
  email: string | null;
  manager: string | null;
  capacity: number | null;
  features: Generated<Feature[]>;
  hours: MaybeJson<Record<string, DayHoursRow>>;
  time_zone: Generated<string>;
  opening_date: MaybeDate;
  is_active: Generated<boolean>;
  rating: Generated<number>;
  review_count: Generated<number>;
  tax_rate: number | null;
  tax_label: string | null;
  taxes: MaybeJson<LocationTaxes>;
  tip_base: TipBase | null;
  ticket_limits: MaybeJson;
  /** Null: it delivers everywhere, as ever. */
  delivery: MaybeJson<DeliverySettings>;
  /** Pickups are brought out to cars. */
  curbside: boolean | null;
  asks_tips: boolean | null;
  pace: MaybeJson<KeptPace[]>;
  slot_rules: MaybeJson<SlotRule[]>;
  menu_version: Generated<number>;
  version: Generated<number>;
  specials_on: MaybeDate;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
  deleted_at: MaybeInstant;
}

interface KitchenSlots {
  location_id: string;
  service: string;
  starts_at: Instant;
  orders: number;
  units: number;
  most_orders: number | null;
  most_units: number | null;
}

interface LearnedTimesOfPlaces {
  location_id: string;
  quotes: MaybeJson<LearnedTimes>;
  weeks: ColumnType<KitchenWeek[], string, string>;
  learned_at: Instant;
}

interface SlotTakes {
  location_id: string;
  service: string;
  starts_at: Instant;
  units: number;
  order_id: string | null;
  session_id: string | null;
}

interface LocationExceptions {
  location_id: string;
  date: DateColumn;
  closed: boolean;
  open: string | null;
  close: string | null;
  note: string | null;
}

interface UserLocations {
  user_id: string;
  location_id: string;
}

interface MenuCategories {
  id: string;
  name: string;
  /** One of the product's own drawings. */
  art: string | null;
  is_default: Generated<boolean>;
  position: Generated<number>;
  earlier_names: Generated<string[]>;
}

/** What is said of a dish, of a place or of all. */
interface DishColumns {
  name: string;
  description: string;
  price_cents: number;
  category: string;
  tax_class: Generated<DishTaxClass>;
  spice_level: Generated<DishHeat>;
  prep_time: Generated<number>;
  calories: number | null;
  is_vegetarian: Generated<boolean>;
  is_vegan: Generated<boolean>;
  is_gluten_free: Generated<boolean>;
  is_popular: Generated<boolean>;
  is_available: Generated<boolean>;
  image: string | null;
  tags: Generated<string[]>;
  allergens: Generated<AllergenId[]>;
  max_quantity: Generated<number>;
  work_units: Generated<number>;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface MenuItems extends DishColumns {
  location_id: string;
  id: string;
  is_todays_special: Generated<boolean>;
  special_start_date: MaybeDate;
  special_end_date: MaybeDate;
  art: string | null;
  position: Generated<number>;
  sold_out_until: MaybeInstant;
  chain_id: string | null;
  kept_fields: Generated<ChainField[]>;
  only_in_dayparts: Generated<boolean>;
}

interface Dayparts {
  id: string;
  location_id: string | null;
  name: string;
  days: Weekday[];
  from_time: string;
  until_time: string;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface DishDayparts {
  location_id: string;
  item_id: string;
  daypart_id: string;
  price_cents: number | null;
}

/** Whose text it is: a dish of a place or of all places, a category, a group or one of its options, or the house. */
export type TextOf = TextKind | 'chain-dish';

interface Texts {
  kind: TextOf;
  /** Of a dish its place, of an option its group. */
  within: string;
  id: string;
  field: string;
  language: string;
  text: string;
  /** What it was made from. */
  of: string;
  updated_at: DefaultInstant;
}

interface ChainDishes extends DishColumns {
  id: string;
}

interface MenuImports {
  id: string;
  at: Instant;
  undone_at: MaybeInstant;
  location_ids: string[];
  added: number;
  changed: number;
  undo: Json<MenuImportUndo>;
}

interface OptionGroups {
  id: string;
  name: string;
  kitchen_name: string | null;
  kind: 'one' | 'some';
  min_units: number;
  max_units: number;
  included: number;
  each_extra_cents: number;
  is_size: boolean;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

interface GroupOptions {
  group_id: string;
  id: string;
  name: string;
  kitchen_name: string | null;
  price_cents: number;
  prices_by_size: MaybeJson<Readonly<Record<string, Cents>>>;
  opens_group_id: string | null;
  /** The dish that it is, by its id at each place: a part of a combo. */
  dish_id: string | null;
  is_default: boolean;
  max_units: number;
  allergens: AllergenId[];
  breaks: Diet[];
  position: number;
}

interface DishGroups {
  location_id: string;
  item_id: string;
  group_id: string;
  position: number;
  min_units: number | null;
  max_units: number | null;
  included: number | null;
}

interface SoldOutOptions {
  location_id: string;
  group_id: string;
  option_id: string;
  sold_out_until: Instant;
}

interface Stock {
  location_id: string;
  item_id: string;
  left_count: number;
}

interface StockMoves {
  id: GeneratedAlways<number>;
  location_id: string;
  item_id: string;
  amount: number;
  kind: 'sale' | 'change' | 'return' | 'oversold' | 'count';
  order_id: string | null;
  line: number | null;
  order_version: number | null;
  by_user: string | null;
  at: Instant;
}

interface StockHolds {
  session_id: string;
  location_id: string;
  item_id: string;
  quantity: number;
  held_until: Instant;
}

interface Favorites {
  user_id: string;
  location_id: string;
  item_id: string;
  created_at: DefaultInstant;
}

interface Images {
  id: string;
  url: string;
  type: string;
  width: number;
  height: number;
  bytes: number;
  created_by: string | null;
  created_at: Instant;
  is_kept: Generated<boolean>;
}

interface ImageFiles {
  image_id: string;
  width: number;
  format: 'avif' | 'webp' | 'jpg';
  bytes: Buffer;
}

interface ImageUploads {
  id: string;
  location_id: string;
  file_name: string;
  size: number;
  received: Generated<number>;
  created_by: string;
  created_at: Instant;
}

interface ImageUploadParts {
  upload_id: string;
  starts_at: number;
  bytes: Buffer;
}

interface Settings {
  key: string;
  value: Json;
  updated_at: DefaultInstant;
  updated_by: string | null;
}

interface Events {
  id: GeneratedAlways<number>;
  transaction: ColumnType<string, never, string>;
  type: string;
  location_id: string | null;
  user_id: string | null;
  at: DefaultInstant;
  data: Json;
}

interface EventReaders {
  name: string;
  transaction: string;
  id: number;
}

interface ClockedJobs {
  name: string;
  due_at: Date;
  failed: Generated<boolean>;
}

interface IdempotencyKeys {
  actor: string;
  call: string;
  key: string;
  request_hash: string;
  answer: MaybeJson;
  /** The rights of whoever works here, as they were. */
  asked_as: MaybeJson<Standing>;
  created_at: DefaultInstant;
}

interface ApiKeys {
  id: string;
  kind: 'customer' | 'admin';
  name: string;
  shown: string;
  hash: string;
  created_by: string | null;
  created_at: DefaultInstant;
  last_used_at: MaybeInstant;
  revoked_at: MaybeInstant;
}

interface Consents {
  id: GeneratedAlways<number>;
  email: string;
  user_id: string | null;
  purpose: 'promotions';
  channel: 'mail' | 'sms';
  source: string;
  given_at: DefaultInstant;
  withdrawn_at: MaybeInstant;
  withdrawn_by: string | null;
  token: Generated<string>;
}

interface PushKeys {
  one: Generated<boolean>;
  public_key: string;
  private_key: string;
  made_at: Instant;
}

interface PushFollowers {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_id: string | null;
  order_id: string | null;
  location_id: string | null;
  is_stranger: Generated<boolean>;
  told: string | null;
  created_at: Instant;
}

interface PushNotices {
  id: string;
  follower_id: string;
  notice: Json;
  order_id: string | null;
  status: string | null;
  not_before: Instant;
  tries: Generated<number>;
  created_at: Instant;
}

interface Messages {
  id: string;
  channel: 'mail' | 'sms';
  recipient: string;
  template: string;
  subject: string | null;
  body_text: string;
  /** What a mail is made of; null for texts. */
  mail_content: MaybeJson<MailContent>;
  status: 'queued' | 'sending' | 'sent' | 'outbox' | 'failed' | 'cancelled';
  attempts: Generated<number>;
  next_try_at: MaybeInstant;
  last_error: string | null;
  provider_id: string | null;
  order_id: string | null;
  reservation_id: string | null;
  user_id: string | null;
  mailing_id: string | null;
  headers: MaybeJson<Record<string, string>>;
  unproven: Generated<boolean>;
  keeps_keys: Generated<boolean>;
  once_key: string | null;
  created_at: DefaultInstant;
  sent_at: MaybeInstant;
}

interface Mailings {
  id: string;
  template: string;
  subject: string;
  data: Json;
  status: 'sending' | 'stopped' | 'done';
  total: number;
  next_batch_at: MaybeInstant;
  created_by: string | null;
  created_by_name: string | null;
  created_at: Instant;
  finished_at: MaybeInstant;
}

interface MailingRecipients {
  mailing_id: string;
  position: number;
  email: string;
  name: string | null;
  user_id: string | null;
  status: Generated<'waiting' | 'released' | 'skipped'>;
  reason: string | null;
}

interface AuditLog {
  id: GeneratedAlways<number>;
  at: DefaultInstant;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  location_id: string | null;
  before: MaybeJson;
  after: MaybeJson;
  request_id: string | null;
  address: string | null;
}

/** What is to be paid, of one order or of several. What is paid of it is kept by triggers. */
interface Bills {
  id: string;
  location_id: string;
  business_date: DateColumn;
  subtotal_cents: number;
  tax_cents: number;
  tip_cents: number;
  total_cents: number;
  paid_cents: Generated<number>;
  is_void: Generated<boolean>;
  state: GeneratedAlways<'open' | 'settled' | 'void'>;
  discount_cents: Generated<number>;
  charges_cents: Generated<number>;
  has_refunds: Generated<boolean>;
}

interface BillTaxes {
  bill_id: string;
  position: number;
  code: string;
  label: string;
  registration: string | null;
  rate: number;
  classes: TaxClass[] | null;
  base_cents: number;
  amount_cents: number;
  included: Generated<boolean>;
}

interface OrderCharges {
  bill_id: string;
  position: number;
  kind: ChargeKind;
  amount_cents: number;
  tax_class: TaxClass;
  source_id: string | null;
}

interface Adjustments {
  bill_id: string;
  position: number;
  line: number | null;
  charge: number | null;
  amount_cents: number;
  kind: AdjustmentKind;
  source_id: string;
  label: string;
}

interface GivenDiscounts {
  id: string;
  bill_id: string;
  kind: GivenKind;
  line: number | null;
  percent: number | null;
  amount_cents: number | null;
  price_cents: number | null;
  reason: string;
  note: string | null;
  given_at: Instant;
  given_by: string | null;
  given_by_name: string | null;
  approved_by: string | null;
  approved_by_name: string | null;
  taken_back_at: MaybeInstant;
  taken_back_by: string | null;
  taken_back_by_name: string | null;
}

interface Orders {
  id: string;
  location_id: string;
  user_id: string | null;
  status: Generated<OrderStatus>;
  payment_status: Generated<PaymentStatus>;
  payment_method: string;
  order_type: OrderType;
  subtotal_cents: number;
  tax_cents: number;
  tip_cents: number;
  total_cents: number;
  refunded_cents: Generated<number>;
  tax_rate: number;
  tax_label: string;
  item_count: number;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  is_guest: Generated<boolean>;
  delivery_address: string | null;
  delivery_instructions: string | null;
  table_number: string | null;
  party_size: number | null;
  special_instructions: string | null;
  order_time: DefaultInstant;
  business_date: DateColumn;
  estimated_ready: Instant;
  promised_ready: MaybeInstant;
  prep_start_time: MaybeInstant;
  ready_time: MaybeInstant;
  completed_time: MaybeInstant;
  cancelled_time: MaybeInstant;
  cancel_reason: string | null;
  paid_at: MaybeInstant;
  payment_processed_at: MaybeInstant;
  processed_by: string | null;
  receipt_token: string;
  admin_created: Generated<boolean>;
  created_by: string | null;
  session_id: string | null;
  payment_intent_id: string | null;
  payment_url: string | null;
  metadata: ColumnType<Record<string, unknown>, string | undefined, string>;
  version: Generated<number>;
  updated_at: DefaultInstant;
  cart_id: string | null;
  bill_id: Generated<string>;
  discount_cents: Generated<number>;
  charges_cents: Generated<number>;
  has_parts: Generated<boolean>;
  changes: MaybeJson<KeptChange[]>;
  /** When its taxes are those of another day than `order_time`'s. */
  taxed_at: MaybeInstant;
  /** Since when it belongs to the account it was taken into. */
  claimed_at: MaybeInstant;
  /** What its guest is written to in; null: the house's own. */
  language: string | null;
  contact_unproven: boolean | null;
  /** On what its promise stands; null of a copy from before. */
  grounds: MaybeJson<Grounds>;
  /** From when on the kitchen counts; null: from when it came. */
  fire_at: MaybeInstant;
  /** The time its guest chose. */
  wanted_for: MaybeInstant;
  /** What it was promised of bringing it; null where no zones are asked about. */
  delivery: MaybeJson<KeptDelivery>;
  /** Null while nobody brings it. */
  courier: MaybeJson<KeptCourier>;
  /** Of a pickup that is brought out to a car. */
  vehicle: string | null;
  leave_at_door: boolean | null;
  /** Since when its guest is there. */
  here_at: MaybeInstant;
}

interface DeliverySteps {
  id: GeneratedAlways<number>;
  order_id: string;
  step: DeliveryStep;
  done_at: Instant;
  at: Instant;
  driver_id: string | null;
  driver_name: string;
  note: string | null;
}

interface DriverCash {
  id: string;
  location_id: string;
  driver_id: string | null;
  driver_name: string;
  kind: 'collected' | 'handed-in';
  amount_cents: number;
  payment_id: string | null;
  order_id: string | null;
  at: Instant;
  taken_by_name: string | null;
  handed_in: string | null;
}

interface SentCodes {
  id: string;
  purpose: 'order' | 'claim';
  recipient: string;
  user_id: string | null;
  code_hash: string;
  tries: Generated<number>;
  sent_at: Instant;
  used_at: MaybeInstant;
}

interface OrderItems {
  order_id: string;
  line: number;
  item_id: string;
  name: string;
  unit_price_cents: number;
  quantity: number;
  category: string;
  description: string | null;
  spice_level: Generated<number>;
  spice_name: string | null;
  spice_id: string | null;
  cart_key: string | null;
  done_at: MaybeInstant;
  unit_list_cents: number | null;
  net_cents: number | null;
  tax_class: TaxClass | null;
  is_cooked: boolean | null;
  options: MaybeJson<readonly OptionLine[]>;
  note: string | null;
  /** Its names as its guest reads them; null: as the house does. */
  said: MaybeJson<SaidLine>;
}

interface OrderStatusHistory {
  id: GeneratedAlways<number>;
  order_id: string;
  at: DefaultInstant;
  from_status: string | null;
  to_status: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  note: string | null;
}

interface LoyaltyEntries {
  id: GeneratedAlways<number>;
  user_id: string;
  order_id: string | null;
  points: number;
  reason: 'order-completed' | 'order-refunded' | 'adjustment';
  note: string | null;
  actor_id: string | null;
  at: DefaultInstant;
}

interface Reservations {
  id: string;
  reservation_id: string;
  location_id: string;
  user_id: string | null;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  date: DateColumn;
  time: string;
  starts_at: Instant;
  party_size: number;
  special_requests: string | null;
  status: Generated<ReservationStatus>;
  table_number: string | null;
  language: string | null;
  source: 'web' | 'phone';
  booked_from: string | null;
  user_agent: string | null;
  platform: string | null;
  manage_token: string;
  is_over: Generated<boolean>;
  created_by: string | null;
  reserved_at: Instant;
  updated_at: Instant;
  reminded_at: MaybeInstant;
  seated_at: MaybeInstant;
  cancelled_at: MaybeInstant;
  cancelled_by: 'guest' | 'staff' | null;
  cancellation_reason: string | null;
  search_text: string;
}

interface CardReaders {
  id: string;
  location_id: string;
  provider: string;
  provider_reader_id: string;
  provider_place_id: string;
  name: string;
  device: string;
  serial: string;
  created_at: Instant;
  removed_at: MaybeInstant;
}
interface PaymentSessions {
  id: string;
  kind: SessionKind;
  provider: string;
  provider_session_id: string | null;
  payment_url: string | null;
  payment_id: string | null;
  status: Generated<SessionStatus>;
  location_id: string;
  user_id: string | null;
  order_id: string | null;
  snapshot: Json<SessionSnapshot>;
  amount_cents: number;
  created_by: string | null;
  created_at: Instant;
  expires_at: Instant;
  next_check_at: Instant;
  closed_at: MaybeInstant;
  attention: string | null;
  attention_at: MaybeInstant;
  attended_at: MaybeInstant;
  cart_id: string | null;
  reader_id: string | null;
  reader_asked: Generated<number>;
  /** Why the reader asks no more; null while it does. */
  reader_said: string | null;
  /** So long it may still be on its way to the reader; null once the reader was handed it, or would not take it. */
  reader_handing_until: MaybeInstant;
  /** Null: it asks for no tip. */
  reader_tip_on_cents: number | null;
  begun_from: string | null;
}

interface Payments {
  id: string;
  /** Null: money that became no order, and goes back. */
  bill_id: string | null;
  /** For copies from before, which know no bills. */
  order_id: string | null;
  session_id: string | null;
  location_id: string;
  /** 'till', or the name of a card provider. */
  provider: string;
  method: string;
  status: 'pending' | 'succeeded' | 'failed';
  amount_cents: number;
  cash_rounding_cents: Generated<number>;
  provider_payment_id: string | null;
  processed_by: string | null;
  created_at: Instant;
  captured_at: MaybeInstant;
  /** Null: of before, when the method said it. */
  tender: string | null;
  /** Beside the bill's sum. */
  tip_cents: Generated<number>;
  given_cents: number | null;
  reference: string | null;
  client_id: string | null;
  card_brand: string | null;
  card_last4: string | null;
}

interface Refunds {
  id: string;
  payment_id: string;
  bill_id: string | null;
  order_id: string | null;
  location_id: string;
  status: 'requested' | 'succeeded' | 'failed';
  method: 'card' | 'cash' | 'manual';
  amount_cents: number;
  cash_rounding_cents: Generated<number>;
  lines: ColumnType<Array<{ line: number; quantity: number; part?: number }>, string | undefined, string>;
  reason: string;
  provider_refund_id: string | null;
  attempts: Generated<number>;
  next_try_at: MaybeInstant;
  last_error: string | null;
  idempotency_key: string;
  requested_by: string | null;
  requested_at: Instant;
  settled_at: MaybeInstant;
  tip_cents: Generated<number>;
  /** The same for all parts of one refund and for those that are tried again, which name the same dishes. */
  deed: Generated<string>;
  of_change: Generated<boolean>;
  /** Of a payment that was recorded by mistake: it is taken back, and no money went. */
  is_undo: Generated<boolean>;
}

interface FailedWebhooks {
  id: string;
  provider: string;
  event_id: string;
  event_type: string;
  raw: string;
  reason: string;
  attempts: Generated<number>;
  received_at: Instant;
  last_try_at: Instant;
  next_try_at: MaybeInstant;
  resolved_at: MaybeInstant;
}

export interface LedgerDifference {
  paymentId: string;
  kind: 'only-ours' | 'only-theirs' | 'amount' | 'refunded';
  ours: number | null;
  theirs: number | null;
  orderId: string | null;
}

interface Reconciliations {
  provider: string;
  day: DateColumn;
  checked_at: Instant;
  our_cents: number;
  their_cents: number;
  compared: number;
  differences: ColumnType<LedgerDifference[], string, string>;
}

interface SandboxSessions {
  id: string;
  reference: string;
  amount_cents: number;
  description: string;
  guest: string;
  success_url: string;
  cancel_url: string;
  status: Generated<'open' | 'paid' | 'expired' | 'cancelled'>;
  payment_id: string | null;
  refund_fails: Generated<boolean>;
  created_at: Instant;
  expires_at: Instant;
  paid_at: MaybeInstant;
}

interface SandboxRefunds {
  id: string;
  payment_id: string;
  reference: string;
  amount_cents: number;
  status: 'pending' | 'succeeded' | 'failed';
  created_at: Instant;
}

interface SandboxEvents {
  id: string;
  body: string;
  copies: number;
  deliver_at: Instant;
  attempts: Generated<number>;
}

interface CountedOrders {
  order_id: string;
  status: OrderStatus;
  refunded_cents: number;
  total_cents: number | null;
  guest: string | null;
}

interface DayFigures extends Record<OrderStatus, number> {
  location_id: string;
  date: DateColumn;
  order_type: OrderType;
  revenue_cents: number;
}

interface HourFigures {
  location_id: string;
  date: DateColumn;
  hour: number;
  orders: number;
  revenue_cents: number;
}

interface DishFigures {
  location_id: string;
  span: 'day' | 'week' | 'month';
  starts: DateColumn;
  item_id: string;
  name: string;
  count: number;
  revenue_cents: number;
}

interface GuestVisits {
  place: string;
  span: 'day' | 'week' | 'month';
  starts: DateColumn;
  guest: string;
  orders: number;
}

interface GuestFigures {
  place: string;
  span: 'day' | 'week' | 'month';
  starts: DateColumn;
  guests: number;
}

interface OrderSearch {
  order_id: string;
  location_id: string;
  order_time: Instant;
  search_text: string;
}

export interface Schema {
  users: Users;
  sessions: Sessions;
  sign_in_accounts: SignInAccounts;
  two_factors: TwoFactors;
  used_codes: UsedCodes;
  sent_codes: SentCodes;
  passkeys: Passkeys;
  used_challenges: UsedChallenges;
  tablets: Tablets;
  pins: Pins;
  verifications: Verifications;
  rate_limits: RateLimits;
  kitchen_slots: KitchenSlots;
  slot_takes: SlotTakes;
  learned_times: LearnedTimesOfPlaces;
  locations: Locations;
  location_exceptions: LocationExceptions;
  user_locations: UserLocations;
  menu_categories: MenuCategories;
  menu_items: MenuItems;
  chain_dishes: ChainDishes;
  texts: Texts;
  dayparts: Dayparts;
  dish_dayparts: DishDayparts;
  menu_imports: MenuImports;
  option_groups: OptionGroups;
  group_options: GroupOptions;
  dish_groups: DishGroups;
  sold_out_options: SoldOutOptions;
  stock: Stock;
  stock_moves: StockMoves;
  stock_holds: StockHolds;
  favorites: Favorites;
  images: Images;
  image_files: ImageFiles;
  image_uploads: ImageUploads;
  image_upload_parts: ImageUploadParts;
  settings: Settings;
  events: Events;
  event_readers: EventReaders;
  clocked_jobs: ClockedJobs;
  idempotency_keys: IdempotencyKeys;
  api_keys: ApiKeys;
  consents: Consents;
  messages: Messages;
  push_keys: PushKeys;
  push_followers: PushFollowers;
  push_notices: PushNotices;
  mailings: Mailings;
  mailing_recipients: MailingRecipients;
  audit_log: AuditLog;
  bills: Bills;
  bill_taxes: BillTaxes;
  order_charges: OrderCharges;
  adjustments: Adjustments;
  given_discounts: GivenDiscounts;
  orders: Orders;
  order_items: OrderItems;
  delivery_steps: DeliverySteps;
  driver_cash: DriverCash;
  order_status_history: OrderStatusHistory;
  loyalty_entries: LoyaltyEntries;
  counted_orders: CountedOrders;
  day_figures: DayFigures;
  hour_figures: HourFigures;
  dish_figures: DishFigures;
  guest_visits: GuestVisits;
  guest_figures: GuestFigures;
  order_search: OrderSearch;
  reservations: Reservations;
  card_readers: CardReaders;
  payment_sessions: PaymentSessions;
  payments: Payments;
  refunds: Refunds;
  failed_webhooks: FailedWebhooks;
  reconciliations: Reconciliations;
  sandbox_sessions: SandboxSessions;
  sandbox_refunds: SandboxRefunds;
  sandbox_events: SandboxEvents;
}
