import { z } from 'zod';
import { zoneNamed } from '../../base/time-zone.ts';
import { OUTSIDE } from '../../protocol/availability.ts';
import {
  isDay,
  isRange,
  MAX_CLOSED_DAYS,
  MAX_LOCALES,
  MAX_NOTICE,
  MAX_RANGES,
  type WEEKDAYS,
} from '../../protocol/branding-limits.ts';

/** Schema of `availability` in the branding file. */

/** A text by locale that visitors read beside or in the chat. */
export const noticeByLocale = z
  .record(z.string().max(35), z.string().min(1).max(MAX_NOTICE))
  .refine(
    (texts) => Object.keys(texts).length > 0 && Object.keys(texts).length <= MAX_LOCALES,
    `expected 1 to ${MAX_LOCALES} languages`,
  );

const ranges = z
  .array(z.string().refine(isRange, 'expected a range such as "09:00-17:00"'))
  .max(MAX_RANGES)
  .optional();

export interface Hours {
  readonly time_zone: string;
  /** Ranges of times by weekday: `09:00-17:00`. A range whose end is not after its beginning ends on the next day. */
  readonly week: { readonly [Day in (typeof WEEKDAYS)[number]]?: readonly string[] | undefined };
  /** Days on which no range begins: `2026-12-25`. */
  readonly closed_on?: readonly string[] | undefined;
  readonly outside: (typeof OUTSIDE)[number];
  readonly notice?: Readonly<Record<string, string>> | undefined;
}

export interface AvailabilityRules {
  /** New conversations are refused, with this text by locale. */
  readonly paused?: Readonly<Record<string, string>> | undefined;
  readonly hours?: Hours | undefined;
}

/** `fields` makes an object without other fields. */
export const availabilityRules = (
  fields: <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.ZodObject<Shape>,
): z.ZodType<AvailabilityRules> =>
  fields({
    paused: noticeByLocale.optional(),
    hours: fields({
      time_zone: z
        .string()
        .refine((zone) => zoneNamed(zone) !== undefined, 'expected a time zone such as "Europe/Berlin"'),
      week: fields({
        mon: ranges,
        tue: ranges,
        wed: ranges,
        thu: ranges,
        fri: ranges,
        sat: ranges,
        sun: ranges,
      }).refine(
        (week) => Object.values(week).some((day) => (day?.length ?? 0) > 0),
        'expected hours of a day; to close the chat, use paused',
      ),
      closed_on: z
        .array(z.string().refine(isDay, 'expected a day such as "2026-12-25"'))
        .max(MAX_CLOSED_DAYS)
        .optional(),
      outside: z.enum(OUTSIDE).default('notice'),
      notice: noticeByLocale.optional(),
    }).optional(),
  });
