import * as z from 'zod';
import { json, type Route, route } from '../route.js';
import { agentSchema, id } from '../schemas.js';

export const AGENT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/agents',
    summary: 'The agents of the config, by name.',
    access: 'whole',
    answers: { 200: { description: 'They.', schema: z.strictObject({ agents: z.array(agentSchema) }) } },
    handle: ({ service }) => json({ agents: service.kernel.agents.list() }),
  }),
  route({
    method: 'GET',
    path: '/v1/agents/{name}',
    summary: 'One agent; it is not connected to.',
    access: 'whole',
    params: z.strictObject({ name: id() }),
    answers: { 200: { description: 'It.', schema: agentSchema } },
    handle: ({ service, params: { name } }) => json(service.kernel.agents.describe(name)),
  }),
];
