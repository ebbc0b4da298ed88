import type { ActorGraph, ActorNode, LlmNode } from '../contract/actor.js';
import type { AgentConfig } from '../contract/agent.js';
import type { ReadyAgent } from './agent-registry.js';

/** The graph of an agent alone, which continues the conversation. */
export function agentGraph({ agent: { name } }: ReadyAgent): ActorGraph {
  return { nodes: { answer: { type: 'llm', model: name, history: true } }, entry: 'answer', exit_nodes: ['answer'] };
}

/** A graph whose nodes have what their agents say of themselves, where they do not say it. */
export function withDefaults(graph: ActorGraph, configs: Readonly<Record<string, AgentConfig>>): ActorGraph {
  const nodes = Object.entries(graph.nodes).map(([id, node]) => [id, nodeWithDefaults(node, configs)]);
  return { ...graph, nodes: Object.fromEntries(nodes) };
}

function nodeWithDefaults(node: ActorNode, configs: Readonly<Record<string, AgentConfig>>): ActorNode {
  if (node.type === 'graph') {
    return { ...node, graph: withDefaults(node.graph, configs) };
  }
  return node.type === 'llm' ? { ...defaultsOf(configs[node.model]), ...node } : node;
}

function defaultsOf(config: AgentConfig | undefined): Partial<LlmNode> {
  const { system, tools, max_tokens: most, temperature } = config ?? {};
  return {
    ...(system === undefined ? {} : { system }),
    ...(tools === undefined ? {} : { tools }),
    ...(most === undefined ? {} : { max_tokens: most }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}
