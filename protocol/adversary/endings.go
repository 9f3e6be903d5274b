package adversary

var endKinds []Kind
