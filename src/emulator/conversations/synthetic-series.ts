import type { AgentFailure } from '../model/agent-failure.ts';
import { VARIANTS, type VariantId } from '../model/origin.ts';
import type { Incident, SyntheticRange } from '../model/synthetic-options.ts';
import { createSeededRandom, type SeededRandom, seedOf } from '../seeded-random.ts';
import { type ConversationPlan, planOf, recipeOf } from './generator.ts';
import { startTimesOf } from './start-times.ts';

/** A conversation of a series. Times are milliseconds. */
export interface SyntheticConversation {
  readonly recipe: number;
  readonly plan: ConversationPlan;
  readonly variantId: VariantId;
  readonly startedAt: number;
  /** The reason of its handoff. Undefined: the scenario's reason. */
  readonly handoffReason: string | undefined;
  readonly failures: readonly { readonly failure: AgentFailure; readonly at: number }[];
}

/** Synthetic conversations in the order of their starts. */
export interface SyntheticSeries {
  readonly count: number;
  /** Unsigned 32-bit integer, part of the ids. */
  readonly seed: number;
  /** Conversations end within the range of the series, unless they are longer. */
  at(index: number): SyntheticConversation;
}

// Indexes of seeds that are no part of the plan, so that options do not change the rest of it.
const VARIANT_SEED_INDEX = 2;
const FIRST_INCIDENT_SEED_INDEX = 3;

function pickVariant(weights: Readonly<Partial<Record<VariantId, number>>>, { next }: SeededRandom) {
  const named = VARIANTS.flatMap(({ id }) =>
    weights[id] === undefined ? [] : [{ id, weight: weights[id] }],
  );
  let rest = next() * named.reduce((sum, { weight }) => sum + weight, 0);
  const picked = named.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  return picked?.id ?? named.at(-1)?.id ?? VARIANTS[0].id;
}

/** The incidents that change a conversation, each with random numbers of its own. */
function incidentsOf(incidents: readonly Incident[], seed: number, at: number) {
  return incidents.flatMap((incident, index) => {
    if (at < incident.from || at >= incident.to) return [];
    const random = createSeededRandom(seedOf(seed, FIRST_INCIDENT_SEED_INDEX + index));
    return random.next() < (incident.share ?? 1) ? [{ ...incident, random }] : [];
  });
}

/** Milliseconds after the start when an answer begins, but not the greeting. */
function answerMs({ inputs, latencies }: ConversationPlan, { below }: SeededRandom): number {
  const position = 1 + below(latencies.length - 1);
  return (inputs[position] ?? 0) + (latencies[position] ?? 0);
}

/** The series that the options describe. */
export function createSyntheticSeries(options: SyntheticRange): SyntheticSeries {
  const { count, seed: seedOfAll, from, to, variants, incidents = [] } = options;
  const startAt = startTimesOf(options);
  return {
    count,
    seed: seedOfAll,
    at(index) {
      const seed = seedOf(seedOfAll, index);
      const earliest = startAt(index + seed / 2 ** 32);
      const changes = incidentsOf(incidents, seed, earliest);
      const recipe = recipeOf(seed, Math.max(1, ...changes.map(({ slowdown = 1 }) => slowdown)));
      const plan = planOf(recipe);
      const startedAt = Math.max(from, Math.min(earliest, to - plan.totalMs));
      return {
        recipe,
        plan,
        startedAt,
        variantId: variants
          ? pickVariant(variants, createSeededRandom(seedOf(seed, VARIANT_SEED_INDEX)))
          : plan.variantId,
        handoffReason: changes.findLast((change) => change.handoffReason !== undefined)?.handoffReason,
        failures: changes.flatMap(({ failure, random }) =>
          failure === undefined ? [] : [{ failure, at: startedAt + answerMs(plan, random) }],
        ),
      };
    },
  };
}
