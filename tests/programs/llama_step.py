"""Training steps of a small Llama, of random weights and tokens."""
import torch
from transformers import LlamaConfig, LlamaForCausalLM
torch.manual_seed(0)
m=LlamaForCausalLM(LlamaConfig(vocab_size=8000,hidden_size=512,intermediate_size=1376,num_hidden_layers=6,num_attention_heads=8,num_key_value_heads=8,max_position_embeddings=512)).cuda().to(torch.bfloat16)
o=torch.optim.AdamW(m.parameters(),lr=1e-4)
for s in range(12):
    x=torch.randint(0,8000,(4,256),device='cuda'); l=m(input_ids=x,labels=x).loss; l.backward(); o.step(); o.zero_grad()
torch.cuda.synchronize(); print(l.item()>0)
